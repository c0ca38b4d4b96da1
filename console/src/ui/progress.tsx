interface ProgressProps {
  label: string;
  done: number;
  /** Null while it is not known. */
  total: number | null;
}

/** For anything that takes longer than a second. */
export function Progress({ label, done, total }: ProgressProps) {
  const share = total === null || total === 0 ? null : Math.min(1, done / total);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share === null ? undefined : Math.round(share * 100)}
      className="h-2 w-full overflow-hidden rounded-full bg-sunken"
    >
      <div
        className={`h-full rounded-full bg-accent transition-[width] ${share === null ? 'w-1/3 animate-pulse' : ''}`}
        style={share === null ? undefined : { width: `${share * 100}%` }}
      />
    </div>
  );
}
