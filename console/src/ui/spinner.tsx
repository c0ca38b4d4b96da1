/** Beside what it stands for, so it says nothing itself. */
export const Spinner = ({ className = 'size-4' }: { className?: string }) => (
  <svg className={`animate-spin ${className}`} viewBox="0 0 16 16" fill="none" aria-hidden="true">
    <circle cx="8" cy="8" r="6.25" stroke="currentColor" strokeOpacity="0.25" strokeWidth="2.5" />
    <path d="M14.25 8A6.25 6.25 0 0 0 8 1.75" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
  </svg>
);
