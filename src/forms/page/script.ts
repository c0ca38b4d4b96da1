import { LEAST_MS } from '../started.ts';

/** A little more than the service asks for: the page is opened after its time was signed. */
const WAIT_MS = LEAST_MS + 100;

/** Sends the form and shows the answered page without leaving the page. The policy admits it by its hash. */
export const script = `
(() => {
  const main = document.querySelector('main');
  let opened = 0;
  let isSending = false;
  followFrame();
  prepare();

  function prepare() {
    opened = performance.now();
    for (const form of document.forms) form.noValidate = true;
  }

  addEventListener('submit', async (event) => {
    event.preventDefault();
    if (isSending) return;
    isSending = true;
    const form = event.target;
    const button = form.querySelector('button');
    const label = button.textContent;
    button.setAttribute('aria-disabled', 'true');
    button.textContent = form.dataset.sending;
    await send(form, true).catch(() => tell(form.dataset.offline));
    isSending = false;
    button.removeAttribute('aria-disabled');
    button.textContent = label;
  });

  async function send(form, mayRepeat) {
    const left = opened + ${WAIT_MS} - performance.now();
    if (left > 0) await new Promise((done) => setTimeout(done, left));
    const response = await fetch(location.href, {
      method: 'POST',
      headers: { accept: 'text/html', 'accept-language': document.documentElement.lang },
      body: new URLSearchParams(new FormData(form)),
    });
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const target = page.querySelector('main [autofocus]');
    if (target === null) return tell(form.dataset.busy); // neither the form nor the thanks
    const next = page.querySelector('form');
    if (mayRepeat && next !== null && next.dataset.notice === 'again') {
      form.elements.started.value = next.elements.started.value;
      opened = performance.now();
      return send(form, false);
    }
    document.title = page.title;
    main.replaceChildren(...page.querySelector('main').childNodes);
    prepare();
    target.focus();
  }

  function tell(text) {
    const summary = document.getElementById('summary');
    const sentence = document.createElement('p');
    sentence.textContent = text;
    summary.replaceChildren(sentence);
    summary.hidden = false;
    summary.focus();
  }

  /** Reports the height to an embedding page of an allowed origin that has asked for it. */
  function followFrame() {
    const origins = (document.body.dataset.origins || '').split(' ');
    addEventListener('message', ({ source, origin, data }) => {
      if (source !== parent || data !== 'leadline:hello' || !origins.includes(origin) && origin !== location.origin) return;
      const tellHeight = () => parent.postMessage({ leadline: 'height', height: document.body.offsetHeight }, origin);
      new ResizeObserver(tellHeight).observe(document.body);
    });
  }
})();
`;
