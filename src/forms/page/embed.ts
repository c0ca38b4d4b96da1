/** The script that puts a form's page into another page, right after its own tag, and keeps it as high as its contents. */
export const embedScript = (title: string): string => `(() => {
  const script = document.currentScript;
  const address = new URL(script.src);
  const page = new URL(address.pathname.replace(/[/]embed[.]js$/, ''), address);
  page.searchParams.set('embed', '1');
  if (script.dataset.lang) page.searchParams.set('lang', script.dataset.lang);
  const frame = document.createElement('iframe');
  frame.src = page.href;
  frame.title = ${JSON.stringify(title)};
  frame.style.cssText = 'display:block;width:100%;height:30rem;border:0';
  frame.addEventListener('load', () => frame.contentWindow.postMessage('leadline:hello', address.origin));
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== frame.contentWindow || origin !== address.origin || !data || data.leadline !== 'height') return;
    if (data.height > 0 && data.height < 20000) frame.style.height = Math.ceil(data.height) + 'px';
  });
  script.after(frame);
})();
`;
