"""The style sheet of an HTML page: light, dark and on paper."""

STYLE = """
:root { color-scheme: light dark; --ground: #ffffff; --ink: #16222b; --soft: #55646e;
  --line: #d5dce0; --card: #f6f8f9; --accent: #1f7680; --warn: #fdf4e3; --warn-line: #d9a441;
  --refuse: #f1f0fa; --refuse-line: #8d86c4; }
@media (prefers-color-scheme: dark) { :root { --ground: #12191e; --ink: #e6edf1; --soft: #a3b1ba;
  --line: #33414a; --card: #1a242b; --accent: #57b7c2; --warn: #2c2415; --warn-line: #a87d2f;
  --refuse: #211f35; --refuse-line: #7d76b8; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 58rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
header p { color: var(--soft); margin: .2rem 0 0; overflow-wrap: anywhere; }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.25rem; margin: 0 0 .3rem; }
section { margin-top: 2.4rem; }
p { margin: .4rem 0; max-width: 46rem; overflow-wrap: anywhere; }
.headline { font-size: 1.25rem; font-weight: 600; line-height: 1.4; margin: 1.4rem 0 0;
  padding: .2rem 0 .2rem 1rem; border-left: 4px solid var(--accent); }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: .8rem;
  margin: .8rem 0; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .5rem;
  padding: .8rem 1rem; break-inside: avoid; }
.card p { margin: .1rem 0; font-size: .9rem; }
.label { color: var(--soft); font-weight: 600; font-size: .9rem; }
.card .value { font-size: 1.6rem; font-weight: 650; line-height: 1.3; }
.limits { font-variant-numeric: tabular-nums; }
.wide { overflow-x: auto; margin: .9rem 0; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
caption { text-align: left; font-weight: 600; padding: .2rem 0 .4rem; }
th, td { text-align: left; padding: .4rem .7rem .4rem 0; border-bottom: 1px solid var(--line);
  vertical-align: top; font-weight: normal; overflow-wrap: anywhere; }
thead th { color: var(--soft); font-weight: 600; font-size: .85rem; }
.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
tbody th { font-weight: 600; }
figure { margin: .9rem 0; break-inside: avoid; }
svg { max-width: 100%; height: auto; }
.remarks { border: 1px solid var(--line); border-radius: .5rem; background: var(--card);
  padding: .7rem 1rem; margin: .9rem 0; break-inside: avoid; }
.remarks.warning { background: var(--warn); border-color: var(--warn-line); }
.remarks.refusal { background: var(--refuse); border-color: var(--refuse-line); }
.remarks ul { margin: .2rem 0; padding-left: 1.2rem; }
.remarks li { margin: .2rem 0; overflow-wrap: anywhere; }
@media print {
  :root { --ground: #ffffff; --ink: #000000; --soft: #444444; --line: #bbbbbb; --card: #ffffff;
    --accent: #1f7680; --warn: #ffffff; --refuse: #ffffff; color-scheme: light; }
  body { font-size: 11pt; } main { max-width: none; padding: 0; } section { margin-top: 1.5rem; }
  h2 { break-after: avoid; } tr { break-inside: avoid; } .wide { overflow: visible; }
}
"""
