"""Imports which passages an index version held, so that coverage is a fact."""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import chain
from pathlib import Path

from db import read_imports, write_corpus, write_traces
from db.store import Store
from workbench.errors import InputError
from workbench.formats.corpus_jsonl import CorpusPassage, read_corpus
from workbench.formats.problems import Findings
from workbench.formats.tools.detect import find_tool
from workbench.services.importing.import_report import ImportReport, Progress, refusal
from workbench.services.importing.passage_hashes import folded_hash, text_hash
from workbench.services.importing.refresh_after_import import refresh_after_import
from workbench.services.importing.running_import import running_import
from workbench.services.importing.spool import Spool
from workbench.services.importing.spool_traces import short_hash
from workbench.services.importing.tool_parts import tool_parts

ROWS_IN_BATCH = 500


class _Corpus:
    def __init__(self) -> None:
        self.spool = Spool()
        self.n_read = 0
        self.versions: Counter[str] = Counter()


def import_corpus(
    store: Store,
    path: Path,
    *,
    index_version: str | None = None,
    progress: Progress | None = None,
) -> ImportReport:
    """Import passages for `index_version`, where the file names none of its own.

    A second file of the same index version adds to the first.
    """
    findings = Findings()
    corpus = _Corpus()
    try:
        _spool(path, index_version or "", corpus, findings, progress)
    except InputError as error:
        findings.refuse(None, None, str(error))
    try:
        if not corpus.n_read and not findings.problems:
            findings.refuse(None, None, "holds no passage.")
        if findings.problems:
            n = findings.n_problems
            return refusal("corpus", path, findings, None, corpus.n_read + n, n)
        import_id, counts = _write(store, path, corpus, findings)
    finally:
        corpus.spool.close()
    return ImportReport(
        kind="corpus",
        file_name=path.name,
        run=None,
        is_imported=True,
        n_read=corpus.n_read,
        n_new=counts["new"],
        n_changed=counts["changed"],
        n_unchanged=counts["unchanged"],
        notices=findings.notices(),
        import_id=import_id,
    )


def _spool(
    path: Path,
    index_version: str,
    corpus: _Corpus,
    findings: Findings,
    progress: Progress | None,
) -> None:
    seen: dict[bytes, bytes] = {}
    batch: list[tuple[str, str, bytes | None, bytes | None, str | None]] = []
    source = find_tool(path, "corpus")
    passages: Iterable[CorpusPassage] = (
        read_corpus(path, findings, progress)
        if source is None
        else chain.from_iterable(
            part.corpus for part in tool_parts(source, "corpus", None, findings, progress)
        )
    )
    for line, doc_id, text, own_version in passages:
        corpus.n_read += 1
        version = own_version or index_version
        hashed = text_hash(text) if text is not None else None
        key = short_hash(f"{version}\0{doc_id}")
        first = seen.setdefault(key, hashed or b"")
        if first != (hashed or b""):
            findings.refuse(line, "doc_id", f"{doc_id[:80]} came before with another text.")
            continue
        if first is not hashed and hashed is not None:
            findings.remark("identical_lines", "passages that come again were taken once", line)
            continue
        corpus.versions[version] += 1
        folded = folded_hash(text) if text is not None else None
        batch.append((version, doc_id, hashed, folded, text))
        if len(batch) == ROWS_IN_BATCH:
            corpus.spool.put(batch)
            batch = []
    if batch:
        corpus.spool.put(batch)


def _write(
    store: Store, path: Path, corpus: _Corpus, findings: Findings
) -> tuple[int, Mapping[str, int]]:
    counts: Counter[str] = Counter()
    with running_import(store, "corpus", path.name) as running:
        for batch in corpus.spool.batches():
            with running.batch() as connection:
                known = read_imports.known_passages(connection, [row[:2] for row in batch])
                texts = [(hashed, folded, text) for _, _, hashed, folded, text in batch if hashed]
                write_traces.insert_passages(connection, texts)
                changed = []
                new = []
                for version, doc_id, hashed, _, _ in batch:
                    row = (version, doc_id, hashed, running.import_id)
                    if (version, doc_id) not in known:
                        new.append(row)
                    elif hashed is not None and known[version, doc_id] != hashed:
                        changed.append(row)
                    else:
                        counts["unchanged"] += 1
                write_corpus.put_corpus_passages(connection, new)
                write_corpus.replace_texts(connection, changed)
                counts["new"] += len(new)
                counts["changed"] += len(changed)
        if counts["changed"]:
            findings.remark(
                "texts_changed",
                "{n} {passage was|passages were} known with another text: the new one is kept",
                n=counts["changed"],
            )
        with store.writing() as connection:
            write_corpus.put_corpora(
                connection, [(version, running.import_id) for version in corpus.versions]
            )
            running.finish(
                connection,
                {
                    "n_new": counts["new"],
                    "n_changed": counts["changed"],
                    "n_unchanged": counts["unchanged"],
                },
                "",
                {"index_versions": dict(corpus.versions)},
            )
    if counts["new"]:
        refresh_after_import(store, running.import_id)
    return running.import_id, counts
