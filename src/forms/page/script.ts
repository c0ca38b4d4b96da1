import { LEAST_MS } from '../started.ts';

/** A little more than the service asks for: the page is opened after its time was taken down. */
const WAIT_MS = LEAST_MS + 100;

/**
 * Sends the form without leaving the page; without it the form works all the same. Written into the page: the policy admits
 * exactly these characters by their hash, and what it needs to know stands in the form's data attributes.
 */
export const script = `
(() => {
  const form = document.querySelector('form');
  const tellParent = embedding();
  if (form === null) return;
  const { api, before, after, summary: heading, sending, busy, offline } = form.dataset;
  const button = form.querySelector('button');
  const summary = document.getElementById('summary');
  const label = button.textContent;
  let opened = performance.now();
  let isSending = false;
  form.noValidate = true;

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (isSending) return;
    isSending = true;
    button.setAttribute('aria-disabled', 'true');
    button.textContent = sending;
    const outcome = await send(true).catch(() => ({ notice: offline }));
    isSending = false;
    button.removeAttribute('aria-disabled');
    button.textContent = label;
    if (outcome.received) return thank();
    show(outcome.errors || {}, outcome.notice);
  });

  async function send(mayRenew) {
    const left = opened + ${WAIT_MS} - performance.now();
    if (left > 0) await new Promise((done) => setTimeout(done, left));
    const response = await fetch(api, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'accept-language': document.documentElement.lang,
      },
      body: JSON.stringify(read()),
    });
    if (response.status === 201) return { received: true };
    if (response.status !== 422) return { notice: busy };
    const { errors } = await response.json();
    if (errors.started === undefined) return { errors };
    if (!mayRenew) return { notice: busy };
    await renew();
    return send(false);
  }

  /** The page was open for too long: its time is taken anew, and nobody notices. */
  async function renew() {
    const response = await fetch(location.href, { headers: { accept: 'text/html' } });
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    form.elements.started.value = page.querySelector('[name=started]').value;
    opened = performance.now();
  }

  function read() {
    const body = { started: form.elements.started.value };
    const trap = form.querySelector('.trap input');
    if (trap.value !== '') body[trap.name] = trap.value;
    for (const field of form.querySelectorAll('[data-field]')) {
      const value = valueOf(field);
      if (value === undefined) continue;
      const key = field.dataset.field.replace(/^custom_fields[.]/, '');
      if (key === field.dataset.field) body[key] = value;
      else (body.custom_fields ||= {})[key] = value;
    }
    return body;
  }

  function valueOf(field) {
    const chosen = [...field.querySelectorAll('input:checked')].map((input) => input.value);
    switch (field.dataset.type) {
      case 'multi_select':
        return chosen.length === 0 ? undefined : chosen;
      case 'boolean':
        return chosen.length === 0 ? undefined : chosen[0] === 'true';
    }
    const text = field.querySelector('input, select, textarea').value.trim();
    if (text === '') return undefined;
    if (field.dataset.type !== 'number') return text;
    const isNumber = /^-?([0-9]{1,15}|[0-9]{1,3}(,[0-9]{2,3}){1,6})([.][0-9]{1,15})?$/.test(text);
    return isNumber ? Number(text.replaceAll(',', '')) : text;
  }

  function show(errors, notice) {
    for (const field of form.querySelectorAll('[data-field]')) {
      const messages = errors[field.dataset.field];
      const error = field.querySelector('.error');
      error.hidden = messages === undefined;
      error.textContent = messages === undefined ? '' : sentence(messages);
      field.classList.toggle('faulty', messages !== undefined);
      for (const control of field.querySelectorAll('input, select, textarea')) {
        if (messages === undefined) control.removeAttribute('aria-invalid');
        else control.setAttribute('aria-invalid', 'true');
      }
    }
    const list = document.createElement('ul');
    for (const [name, messages] of Object.entries(errors)) {
      const field = [...form.querySelectorAll('[data-field]')].find((one) => one.dataset.field === name);
      const item = document.createElement('li');
      const text = (field ? field.dataset.label : name) + ': ' + messages.join('; ');
      if (field) {
        const link = document.createElement('a');
        link.href = '#' + field.querySelector('input, select, textarea').id;
        link.textContent = text;
        item.append(link);
      } else item.textContent = text;
      list.append(item);
    }
    const title = document.createElement(notice ? 'p' : 'h2');
    title.textContent = notice || heading;
    summary.replaceChildren(title, ...(notice ? [] : [list]));
    summary.hidden = false;
    summary.focus();
    tellParent();
  }

  function sentence(messages) {
    return messages.map((message) => before + message + after).join(' ');
  }

  function thank() {
    const thanks = document.getElementById('thanks');
    form.remove();
    summary.hidden = true;
    for (const hint of document.querySelectorAll('.hint, .languages')) hint.remove();
    thanks.hidden = false;
    thanks.focus();
    tellParent();
  }

  /** Tells the page around it how high it is, once that page has asked and is one that may. */
  function embedding() {
    let tell = () => {};
    const origins = (document.body.dataset.origins || '').split(' ');
    if (parent === window) return () => {};
    addEventListener('message', ({ source, origin, data }) => {
      if (source !== parent || data !== 'leadline:hello' || !origins.includes(origin) && origin !== location.origin) return;
      tell = () => parent.postMessage({ leadline: 'height', height: document.body.offsetHeight }, origin);
      tell();
      new ResizeObserver(() => tell()).observe(document.body);
    });
    return () => tell();
  }
})();
`;
