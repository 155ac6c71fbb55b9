"""Texts given with gold into the store, so that gold is found by them whatever id it has."""

from collections.abc import Iterable

from db import write_gold_twins, write_traces
from workbench.formats.gold_sets import GoldText
from workbench.services.importing.passage_hashes import folded_hash, text_hash
from workbench.services.importing.running_import import RunningImport

ROWS_IN_BATCH = 500


def put_gold_texts(running: RunningImport, texts: Iterable[GoldText]) -> None:
    """Write the texts as rows of the import, a batch at a time."""
    given = list(texts)
    for start in range(0, len(given), ROWS_IN_BATCH):
        some = given[start : start + ROWS_IN_BATCH]
        hashes = {text.doc_id: text_hash(text.text) for text in some}
        facts = {text.doc_id: hashes[text.doc_id] for text in some if text.is_fact}
        with running.batch() as connection:
            write_traces.insert_passages(
                connection, [(hashes[t.doc_id], folded_hash(t.text), t.text) for t in some]
            )
            write_gold_twins.put_gold_texts(connection, hashes, running.import_id)
            write_gold_twins.put_facts(connection, facts, running.import_id)
