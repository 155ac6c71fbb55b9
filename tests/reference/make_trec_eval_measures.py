"""Writes trec_eval_measures.json: small graded rankings with ties, as trec_eval measures them.

Run with pytrec_eval-terrier 0.5.11 (trec_eval itself behind Python bindings) and numpy; neither
script nor package is needed to run the tests.
"""

import json
from pathlib import Path

import numpy as np
import pytrec_eval

N_QUESTIONS = 25
DEPTHS = (1, 3, 5, 10, 20)
FAMILIES = ("P", "recall", "success", "ndcg_cut")


def main() -> None:
    rng = np.random.default_rng(11)
    run: dict[str, dict[str, float]] = {}
    qrels: dict[str, dict[str, int]] = {}
    for number in range(N_QUESTIONS):
        documents = [f"d{one}" for one in rng.permutation(40).tolist()]
        # Few scores for many passages, so that most are tied.
        n_listed = int(rng.integers(1, 25))
        scores = rng.integers(0, 6, n_listed).tolist()
        run[f"q{number}"] = {
            document: float(score)
            for document, score in zip(documents[:n_listed], scores, strict=True)
        }
        judged = rng.choice(documents, int(rng.integers(1, 20)), replace=False).tolist()
        grades = rng.integers(0, 4, len(judged)).tolist()
        qrels[f"q{number}"] = dict(zip(judged, grades, strict=True))
        qrels[f"q{number}"][judged[0]] = 2
    depths = ",".join(map(str, DEPTHS))
    wanted = {f"{family}.{depths}" for family in FAMILIES} | {"recip_rank"}
    measured = pytrec_eval.RelevanceEvaluator(qrels, wanted).evaluate(run)
    path = Path(__file__).with_name("trec_eval_measures.json")
    content = {"run": run, "qrels": qrels, "depths": DEPTHS, "measured": measured}
    path.write_text(json.dumps(content, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
