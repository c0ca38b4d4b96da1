/** The style of every page, written into it: the policy admits exactly these characters by their hash. */
export const style = `
:root {
  color-scheme: light dark;
  --bg: #fff; --soft: #f5f7fa; --line: #e1e6ed; --text: #1a2230; --muted: #566275; --accent: #0b5cad; --tint: #e8f1fb;
  --panel: #131b29; --panel-head: #1d2739; --panel-text: #e6ebf3; --panel-muted: #a7b3c5;
  --blue: #0b5cad; --blue-bg: #e3effc; --green: #14652e; --green-bg: #def4e4; --amber: #834700; --amber-bg: #fcecd2;
  --violet: #633a99; --violet-bg: #eee6fa; --red: #a11d28; --red-bg: #fde4e5; --grey: #4b5669; --grey-bg: #e8ecf2;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Ubuntu, Cantarell, "Helvetica Neue", sans-serif;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace;
  --bar: 3.25rem;
}
@media (prefers-color-scheme: dark) {
  :root {
    --bg: #0f141c; --soft: #151c27; --line: #283344; --text: #e3e8f0; --muted: #9eabbd; --accent: #82bbff; --tint: #16283f;
    --panel: #0a0e15; --panel-head: #151c27;
    --blue: #8fc3ff; --blue-bg: #14304f; --green: #86dca0; --green-bg: #12361f; --amber: #f5c37c; --amber-bg: #3f2b0c;
    --violet: #cdb2f7; --violet-bg: #32234d; --red: #ffa3a8; --red-bg: #4a1a1f; --grey: #b6c1d1; --grey-bg: #263143;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: calc(var(--bar) + 1rem); -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--bg); color: var(--text); font: 16px/1.6 var(--sans); overflow-wrap: break-word; }
main:focus { outline: none; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
[hidden] { display: none !important; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: 1rem; top: -4rem; z-index: 9; padding: .5rem 1rem; background: var(--accent); color: var(--bg); }
.skip:focus { top: .4rem; }
a { color: var(--accent); text-underline-offset: .15em; }
a:has(> code) { text-underline-offset: .35em; text-decoration-thickness: 1px; }
h1, h2, h3, h4 { line-height: 1.25; margin: 0; text-wrap: balance; }
h1 { font-size: 2.1rem; letter-spacing: -.02em; }
h2 { font-size: 1.5rem; letter-spacing: -.01em; }
h3 { font-size: 1.2rem; }
h4 { font-size: .8rem; text-transform: uppercase; letter-spacing: .06em; color: var(--muted); margin-top: 1.75rem; }
p, ul, ol { margin: .75rem 0; }
code { font: .875em/1.5 var(--mono); overflow-wrap: anywhere; }
p > code, li > code, dd > code, td > code, small > code { background: var(--soft); border: 1px solid var(--line); border-radius: 4px; padding: .05em .3em; }
pre { margin: 0; white-space: pre-wrap; }
.words pre, .opening pre { background: var(--soft); border: 1px solid var(--line); border-radius: 8px; padding: .75rem 1rem; }

.bar { position: sticky; top: 0; z-index: 5; display: flex; align-items: center; gap: .25rem 1.25rem; height: var(--bar); padding: 0 1.5rem;
  background: var(--bg); border-bottom: 1px solid var(--line); }
.brand { font-weight: 700; font-size: 1.05rem; color: var(--text); text-decoration: none; letter-spacing: -.01em; }
.bar nav { display: flex; gap: 1.25rem; margin-left: auto; }
.bar nav a { color: var(--muted); text-decoration: none; font-size: .9rem; }
.bar nav a:hover, .bar nav a[aria-current] { color: var(--accent); text-decoration: underline; }
.menu { display: none; }

.frame { display: grid; grid-template-columns: 17.5rem minmax(0, 1fr); }
.contents { display: block; position: sticky; inset: auto; top: var(--bar); width: auto; height: calc(100vh - var(--bar)); margin: 0; padding: 1.25rem 1rem 3rem;
  overflow-y: auto; border: 0; border-right: 1px solid var(--line); background: var(--soft); color: var(--text); font-size: .875rem; }
.contents ul { list-style: none; margin: 0 0 1.25rem; padding: 0; }
.contents .group p { font-size: .78rem; font-weight: 700; text-transform: uppercase; letter-spacing: .06em; margin: 0 .5rem .35rem; }
.contents .group p a { color: var(--muted); text-decoration: none; }
.contents li a { display: flex; align-items: baseline; gap: .5rem; padding: .28rem .5rem; border-radius: 6px; color: var(--text); text-decoration: none; overflow-wrap: anywhere; line-height: 1.4; }
.contents li a > span:last-child { min-width: 0; position: relative; }
.contents li a:hover { background: var(--grey-bg); }
.contents li a[aria-current] { background: var(--tint); color: var(--accent); font-weight: 600; }
.filter input { width: 100%; margin-bottom: 1rem; padding: .45rem .7rem; font: inherit; color: inherit; background: var(--bg); border: 1px solid #7f8b9d; border-radius: 6px; }
.filter input::placeholder { color: var(--muted); opacity: 1; }
.none { color: var(--muted); }

.method, .status { display: inline-block; flex: none; font: 700 .69rem/1.5 var(--mono); padding: .1rem .4rem; border-radius: 4px; color: var(--grey); background: var(--grey-bg); }
.contents .method { width: 3.3rem; font-size: .65rem; text-align: center; padding-inline: 0; }
.get { color: var(--blue); background: var(--blue-bg); }
.post, .s2 { color: var(--green); background: var(--green-bg); }
.patch, .s4 { color: var(--amber); background: var(--amber-bg); }
.put { color: var(--violet); background: var(--violet-bg); }
.delete, .s5 { color: var(--red); background: var(--red-bg); }
.status { font-size: .78rem; }

.opening, .operation { padding: 2.5rem 2.5rem; }
.opening > p, .opening > ul, .opening > ol { max-width: 46rem; }
.opening { padding-bottom: 0; }
.tag { margin-top: 3rem; border-top: 1px solid var(--line); }
.tag > .opening { padding-bottom: .25rem; }
.version { font-size: 1rem; font-weight: 500; letter-spacing: 0; color: var(--muted); }
.servers { margin: 1rem 0; }
.servers div { display: flex; flex-wrap: wrap; gap: .25rem .75rem; }
.servers dt { color: var(--muted); }
.servers dd { margin: 0; }
.opening > .codes { list-style: none; padding: 0; max-width: 62rem; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(26rem, 100%), 1fr)); gap: .35rem 1.5rem; }
.codes li { display: grid; grid-template-columns: 2.6rem 13rem minmax(0, 1fr); align-items: baseline; justify-items: start; }
.codes span:last-child { color: var(--muted); font-size: .875rem; }

.operation, .pair { display: grid; grid-template-columns: minmax(0, 1.1fr) minmax(0, 1fr); gap: 1.5rem 2.25rem; align-items: start; }
.operation + .operation { border-top: 1px solid var(--line); }
.operation > div, .pair > div { min-width: 0; }
.operation h3 a { color: inherit; text-decoration: none; }
.operation h3 a:hover { text-decoration: underline; }
.operation:target h3 { box-shadow: -.75rem 0 0 var(--bg), -1rem 0 0 var(--accent); }
.samples { position: sticky; top: calc(var(--bar) + 1rem); display: grid; gap: 1rem; }
.address { display: flex; align-items: baseline; gap: .6rem; margin: .5rem 0; }
.address code { background: none; border: 0; padding: 0; }
.needs { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: .5rem 0 1rem; padding: 0; font-size: .875rem; color: var(--muted); }

.fields { width: 100%; margin: .5rem 0; border-collapse: collapse; font-size: .875rem; line-height: 1.5; }
.fields th, .fields td { text-align: left; vertical-align: top; padding: .5rem .75rem .5rem 0; border-top: 1px solid var(--line); font-weight: 400; }
.fields thead th { color: var(--muted); font-size: .78rem; padding-block: .3rem; border: 0; }
.fields tbody th { position: relative; width: 30%; }
.fields tbody th code { font-weight: 600; }
.fields td:last-child { padding-right: 0; }
.fields .type { width: 22%; }
.fields .type, .fields .place { color: var(--muted); }
.fields small { display: block; font-size: .8rem; color: var(--muted); }
.fields td > * { margin: 0; }
.fields td > p + p { margin-top: .5rem; }
.fields .d1 { padding-left: 1rem; } .fields .d2 { padding-left: 2rem; } .fields .d3 { padding-left: 3rem; } .fields .d4 { padding-left: 4rem; } .fields .d5 { padding-left: 5rem; }
.fields .option { color: var(--muted); font-weight: 600; background: var(--soft); }
.fields .option.d0 { padding-left: .75rem; }
.required { font-size: .75rem; font-weight: 600; color: var(--red); }
.optional { font-size: .75rem; font-weight: 500; color: var(--muted); text-transform: none; letter-spacing: 0; }
.media, .whole { font-size: .875rem; margin: .5rem 0; color: var(--muted); }

.response { margin: .75rem 0; }
.sentence, .errors li, .catalogue li { display: flex; align-items: baseline; gap: .75rem; }
.sentence > :not(.status) { margin: 0; }
.headers { list-style: none; margin: .4rem 0; padding-left: 2.9rem; font-size: .875rem; }
details { margin: .5rem 0; }
summary { cursor: pointer; width: fit-content; font-size: .875rem; color: var(--accent); }
summary span { color: var(--muted); margin-left: .35rem; }
.errors, .catalogue { list-style: none; padding: 0; }
.errors { font-size: .875rem; margin: .5rem 0; }
.errors li { padding: .2rem 0; }
.errors span:not(.status) { color: var(--muted); margin-left: .25rem; }

.panel { margin: 0; border-radius: 10px; overflow: hidden; background: var(--panel); color: var(--panel-text); border: 1px solid var(--line); }
.panel figcaption { display: flex; justify-content: space-between; align-items: center; min-height: 2.25rem; padding: .25rem 1rem; background: var(--panel-head); color: var(--panel-muted); font-size: .8rem; }
.panel button { font: inherit; color: var(--panel-text); background: none; border: 1px solid #5b6a80; border-radius: 5px; padding: .05rem .6rem; cursor: pointer; }
.panel button:hover { background: #33415a; }
.panel :focus-visible { outline-color: #82bbff; }
.panel pre { padding: .8rem 1rem; background: none; border: 0; font: .77rem/1.6 var(--mono); }
.panel code { font: inherit; }
.panel u { color: #8fc3ff; text-decoration: none; }
.panel i { color: #a5dfb4; font-style: normal; }
.panel b { color: #f5c37c; font-weight: 400; }

.single main { max-width: 50rem; margin: 0 auto; padding: 2.5rem 1.5rem 5rem; }
.problem h2 { margin-top: 2.25rem; font-size: 1.25rem; }
.problem .panel { margin-top: .75rem; }
.trail { color: var(--muted); font-size: .875rem; }
.catalogue li { padding: .75rem 0; border-top: 1px solid var(--line); }
.catalogue p { margin: 0; }
.catalogue p a { margin-right: .5rem; }
.catalogue p + p { color: var(--muted); font-size: .925rem; }

@media (max-width: 72rem) {
  .operation, .pair { grid-template-columns: minmax(0, 1fr); }
  .samples { position: static; }
}
@media (max-width: 56rem) {
  .frame { grid-template-columns: minmax(0, 1fr); }
  .contents { position: static; height: auto; border: 0; }
  .contents:not(:popover-open) { display: none; }
  .contents:popover-open { position: fixed; inset: 0 auto 0 0; width: min(21rem, 88vw); height: 100dvh; border-right: 1px solid var(--line); font-size: 1rem; }
  .contents::backdrop { background: rgb(0 0 0 / .5); }
  .menu { display: block; font: inherit; font-size: .9rem; color: inherit; background: var(--soft); border: 1px solid #7f8b9d; border-radius: 6px; padding: .25rem .7rem; cursor: pointer; }
  .bar { padding: 0 1rem; gap: .9rem; }
  .bar nav { gap: .9rem; }
  .opening, .operation { padding: 2rem 1rem; }
  .opening { padding-bottom: 0; }
  .single main { padding: 1.5rem 1rem 4rem; }
}
@media (max-width: 40rem) {
  h1 { font-size: 1.75rem; }
  .menu + .brand { display: none; }
  .fields, .fields tbody, .fields tr, .fields th, .fields td { display: block; width: auto; }
  .fields thead { position: absolute; clip-path: inset(50%); height: 1px; overflow: hidden; }
  .fields tbody tr { border-top: 1px solid var(--line); padding: .6rem 0; }
  .fields tbody th, .fields td { border: 0; padding-top: 0; padding-bottom: .1rem; width: auto; }
  .fields tbody th, .fields .place, .fields .type { display: inline-block; width: auto; padding-right: .75rem; }
  .fields .option { display: block; }
  .fields .d1 ~ td:last-child { padding-left: 1rem; } .fields .d2 ~ td:last-child { padding-left: 2rem; } .fields .d3 ~ td:last-child { padding-left: 3rem; }
  .codes li { grid-template-columns: 2.6rem minmax(0, 1fr); }
  .codes span:last-child { grid-column: 2; }
  .headers { padding-left: 0; }
}
@media (max-width: 24rem) {
  .menu ~ nav a[aria-current] { display: none; }
}
@media print {
  .bar, .contents, .panel button { display: none; }
  .frame, .operation { display: block; }
}
`;
