import { useLanguage } from '../texts/texts.tsx';

/** "A, B and C", "A, B or C", as the language writes it. */
export function useLists() {
  const [language] = useLanguage();
  const as = (type: 'conjunction' | 'disjunction') => (names: readonly string[]) =>
    new Intl.ListFormat(language, { type }).format(names);
  return { and: as('conjunction'), or: as('disjunction') };
}
