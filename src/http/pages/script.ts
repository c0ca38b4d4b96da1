/**
 * Comfort only: copy buttons, the filter over the contents, the mark on the operation in view, closing the contents on a
 * phone. Without it the page is complete. Plain text, since the policy admits exactly these characters by their hash.
 */
export const script = `
(() => {
  for (const panel of document.querySelectorAll('.panel')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      const code = panel.querySelector('code');
      try {
        await navigator.clipboard.writeText(code.textContent);
        button.textContent = 'Copied';
      } catch {
        // Without https there is no clipboard for scripts: select the text, so that the keyboard can copy it.
        getSelection().selectAllChildren(code);
        button.textContent = 'Selected';
      }
      setTimeout(() => { button.textContent = 'Copy'; }, 2000);
    });
    panel.querySelector('figcaption').append(button);
  }

  const contents = document.getElementById('contents');
  if (!contents) return;
  contents.addEventListener('click', (event) => {
    if (event.target.closest('a') && contents.matches(':popover-open')) contents.hidePopover();
  });

  const filter = contents.querySelector('.filter');
  const input = filter.querySelector('input');
  const none = contents.querySelector('.none');
  filter.hidden = false;
  input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(/\\s+/);
    let found = 0;
    for (const group of contents.querySelectorAll('.group')) {
      const title = group.querySelector('p');
      let shown = 0;
      for (const item of group.querySelectorAll('li')) {
        const link = item.querySelector('a');
        const text = (link.textContent + ' ' + link.title + ' ' + title.textContent).toLowerCase();
        item.hidden = !words.every((word) => text.includes(word));
        if (!item.hidden) shown += 1;
      }
      group.hidden = shown === 0;
      found += shown;
    }
    none.hidden = found > 0;
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.target.closest('input')) return;
    if (!input.checkVisibility?.()) return;
    event.preventDefault();
    input.focus();
  });

  const links = new Map();
  for (const link of contents.querySelectorAll('li a')) links.set(decodeURIComponent(link.hash.slice(1)), link);
  let current = null;
  const observer = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      current?.removeAttribute('aria-current');
      current = links.get(entry.target.id);
      current?.setAttribute('aria-current', 'true');
      if (current?.checkVisibility?.()) {
        const box = current.getBoundingClientRect();
        const frame = contents.getBoundingClientRect();
        if (box.top < frame.top || box.bottom > frame.bottom) contents.scrollTop += box.top - frame.top - frame.height / 3;
      }
    }
  }, { rootMargin: '-20% 0px -70% 0px' });
  for (const id of links.keys()) {
    const target = document.getElementById(id);
    if (target) observer.observe(target);
  }
})();
`;
