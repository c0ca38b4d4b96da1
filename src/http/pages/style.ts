/** Written into the page: the policy admits exactly these characters by their hash. */
export const style = `
:root {
  color-scheme: light dark;
  --bg: #fff; --soft: #f5f7fa; --line: #e1e6ed; --text: #1a2230; --muted: #566275; --accent: #0b5cad;
  --panel: #131b29; --panel-text: #e6ebf3; --amber: #834700; --amber-bg: #fcecd2; --red: #a11d28; --red-bg: #fde4e5;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Ubuntu, Cantarell, "Helvetica Neue", sans-serif;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --bg: #0f141c; --soft: #151c27; --line: #283344; --text: #e3e8f0; --muted: #9eabbd; --accent: #82bbff;
    --panel: #0a0e15; --amber: #f5c37c; --amber-bg: #3f2b0c; --red: #ffa3a8; --red-bg: #4a1a1f;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--bg); color: var(--text); font: 16px/1.6 var(--sans); overflow-wrap: break-word; }
main { max-width: 50rem; margin: 0 auto; padding: 2.5rem 1.5rem 5rem; }
main:focus { outline: none; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.skip { position: absolute; left: 1rem; top: -4rem; z-index: 9; padding: .5rem 1rem; background: var(--accent); color: var(--bg); }
.skip:focus { top: .4rem; }
a { color: var(--accent); text-underline-offset: .15em; }
h1, h2 { line-height: 1.25; margin: 0; text-wrap: balance; }
h1 { font-size: 2.1rem; letter-spacing: -.02em; }
h2 { font-size: 1.25rem; margin-top: 2.25rem; }
p, ul { margin: .75rem 0; }
code { font: .875em/1.5 var(--mono); overflow-wrap: anywhere; }
p > code, li > code { background: var(--soft); border: 1px solid var(--line); border-radius: 4px; padding: .05em .3em; }
.bar { position: sticky; top: 0; display: flex; align-items: center; gap: .25rem 1.25rem; height: 3.25rem; padding: 0 1.5rem;
  background: var(--bg); border-bottom: 1px solid var(--line); }
.brand { font-weight: 700; font-size: 1.05rem; color: var(--text); text-decoration: none; }
.bar nav { display: flex; gap: 1.25rem; margin-left: auto; }
.bar nav a { color: var(--muted); text-decoration: none; font-size: .9rem; }
.bar nav a:hover { color: var(--accent); text-decoration: underline; }
.status { flex: none; font: 700 .78rem/1.5 var(--mono); padding: .1rem .4rem; border-radius: 4px; }
.s4 { color: var(--amber); background: var(--amber-bg); }
.s5 { color: var(--red); background: var(--red-bg); }
.trail { color: var(--muted); font-size: .875rem; }
.address, .catalogue li { display: flex; align-items: baseline; gap: .75rem; }
.catalogue { list-style: none; padding: 0; }
.catalogue li { padding: .75rem 0; border-top: 1px solid var(--line); }
.catalogue p { margin: 0; }
.catalogue p a { margin-right: .5rem; }
.catalogue p + p { color: var(--muted); font-size: .925rem; }
.panel { margin: .75rem 0; padding: .8rem 1rem; border-radius: 10px; background: var(--panel); color: var(--panel-text);
  border: 1px solid var(--line); font: .77rem/1.6 var(--mono); white-space: pre-wrap; }
.panel code { font: inherit; }
`;
