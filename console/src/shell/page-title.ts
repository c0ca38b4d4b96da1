import { useEffect } from 'react';

/** What the browser calls the page: in tabs, in the history, and first of all to screen readers. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title.includes('Leadline') ? title : `${title} – Leadline`;
  }, [title]);
}
