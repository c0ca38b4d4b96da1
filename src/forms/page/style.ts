/** Written into the page: the policy admits exactly these characters by their hash. */
export const style = `
:root {
  color-scheme: light;
  --bg: #eef2f7; --card: #fff; --text: #17202e; --muted: #526074; --line: #d5dce6; --edge: #76839a;
  --accent: #0b5cad; --accent-text: #fff; --accent-dark: #084885; --red: #a4161f; --red-bg: #fdeced; --green: #14652e; --green-bg: #e4f5e9;
}
@media (prefers-color-scheme: dark) {
  :root:not(.embed) {
    color-scheme: dark;
    --bg: #0d131c; --card: #161e2a; --text: #e7ecf4; --muted: #a5b1c3; --line: #2c3849; --edge: #7d8ba1;
    --accent: #8cc2ff; --accent-text: #0b1624; --accent-dark: #b3d7ff; --red: #ffaaaf; --red-bg: #3d191d; --green: #8fe0a8; --green-bg: #13301d;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--card); color: var(--text); overflow-wrap: break-word;
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Devanagari", "Nirmala UI", "Kohinoor Devanagari", "Lohit Devanagari", sans-serif; }
main { max-width: 34rem; margin: 0 auto; padding: 1.5rem 1.25rem 2rem; background: var(--card); }
.organization { margin: 0 0 .25rem; color: var(--muted); font-size: .875rem; font-weight: 600; }
h1 { margin: 0 0 1rem; font-size: 1.6rem; line-height: 1.25; letter-spacing: -.01em; text-wrap: balance; }
h2 { margin: 0 0 .25rem; font-size: 1rem; }
p { margin: 0 0 1rem; }
.hint { color: var(--muted); font-size: .875rem; margin-bottom: 1.25rem; }
.field { margin: 0 0 1.25rem; padding: 0; border: 0; min-width: 0; }
label, legend { display: block; padding: 0; margin: 0 0 .35rem; font-weight: 600; }
.mark { color: var(--red); }
input, select, textarea { display: block; width: 100%; min-height: 3rem; padding: .65rem .8rem; border: 1px solid var(--edge); border-radius: 8px;
  background: var(--card); color: var(--text); font: inherit; }
textarea { resize: vertical; field-sizing: content; max-height: 20rem; }
input[type=radio], input[type=checkbox] { display: inline-block; flex: none; width: 1.25rem; height: 1.25rem; min-height: 0; margin: 0; accent-color: var(--accent); }
.choice { display: flex; align-items: center; gap: .65rem; min-height: 2.75rem; margin: 0; font-weight: 400; }
.pair { display: flex; gap: 1.75rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
[tabindex="-1"]:focus { outline: none; }
.error { margin: 0 0 .35rem; color: var(--red); font-size: .925rem; font-weight: 600; }
.faulty > input, .faulty > select, .faulty > textarea { border: 2px solid var(--red); }
.faulty { border-left: 4px solid var(--red); padding-left: .85rem; }
.summary { margin: 0 0 1.5rem; padding: .9rem 1rem; border: 1px solid var(--red); border-radius: 8px; background: var(--red-bg); }
.summary p, .summary ul { margin: 0; }
.summary ul { padding-left: 1.1rem; }
.summary a { color: var(--red); font-weight: 600; }
button { width: 100%; min-height: 3.1rem; padding: .7rem 1.5rem; border: 0; border-radius: 8px; background: var(--accent); color: var(--accent-text);
  font: inherit; font-weight: 700; cursor: pointer; }
button:hover { background: var(--accent-dark); }
button[aria-disabled=true] { opacity: .75; cursor: progress; }
.thanks { padding: 1.1rem 1.15rem; border-radius: 8px; background: var(--green-bg); }
.thanks p { margin: 0; white-space: pre-line; color: var(--green); font-weight: 600; }
.languages { margin: 1.5rem 0 0; font-size: .875rem; }
.languages a { display: inline-block; padding: .5rem 0; color: var(--accent); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.trap, [hidden] { display: none !important; }
.embed, .embed body { background: transparent; }
/* A ground of its own: the page around may be dark. */
.embed main { max-width: none; padding: 1rem; border-radius: 8px; }
@media (min-width: 40rem) {
  body { padding: 2.5rem 1rem; background: var(--bg); }
  main { padding: 2rem 2.25rem 2.25rem; border: 1px solid var(--line); border-radius: 14px; box-shadow: 0 10px 30px rgb(15 30 55 / .07); }
  button { width: auto; min-width: 9rem; }
  .embed body { padding: 0; }
  .embed main { border: 0; box-shadow: none; }
}
`;
