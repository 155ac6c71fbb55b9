"""Problems are named one by one, remarks are counted."""

from workbench.formats.problems import N_LINES_NAMED, N_PROBLEMS_KEPT, Findings, Notice, Problem


def test_a_problem_reads_with_its_line_and_field() -> None:
    assert str(Problem(3, "query", "is missing.")) == "line 3, query: is missing."
    assert str(Problem(None, None, "holds nothing.")) == "holds nothing."


def test_remarks_of_a_kind_are_one_notice_with_first_lines() -> None:
    findings = Findings()
    for line in range(1, 101):
        findings.remark("odd", "odd things", line)
    findings.remark("odd", "odd things", 100)
    notice = findings.notices()[0]
    assert (notice.n, len(notice.lines)) == (101, N_LINES_NAMED)
    assert str(notice).startswith("odd things (lines 1, 2, 3,")
    assert str(notice).endswith("20, …; 101 in all)")


def test_the_count_stands_where_the_message_wants_it() -> None:
    findings = Findings()
    findings.remark("gone", "{n} things went", 4, n=3)
    assert str(findings.notices()[0]) == "3 things went (line 4)"
    assert str(Notice("a", "as it is", 2)) == "as it is"


def test_a_remark_agrees_with_its_count() -> None:
    findings = Findings()
    findings.remark("one", "{n} {line was|lines were} kept", 4)
    findings.remark("many", "{n} {line was|lines were} left", 5, n=2)
    # What a file holds is not read as such a choice.
    findings.remark("raw", "the word {a|b} came")
    said = [notice.message for notice in findings.notices()]
    assert said == ["1 line was kept", "2 lines were left", "the word {a|b} came"]


def test_a_line_read_again_is_counted_once() -> None:
    findings = Findings()
    findings.remark("a", "a", 1)
    counts = findings.counts()
    findings.remark("a", "a", 2)
    findings.remark("b", "b", 2)
    findings.forget_since(counts, 2)
    assert findings.notices() == (Notice("a", "a", 1, (1,)),)


def test_beyond_ten_thousand_problems_are_only_counted() -> None:
    findings = Findings()
    for line in range(N_PROBLEMS_KEPT + 5):
        findings.refuse(line, None, "x")
    assert (len(findings.problems), findings.n_problems) == (N_PROBLEMS_KEPT, N_PROBLEMS_KEPT + 5)
