export interface Pair {
  key: string;
  name: string;
  actual: number;
  simulated: number;
}

interface PairedBarsProps {
  label: string;
  pairs: readonly Pair[];
  words: { actual: string; simulated: string; difference: string; name: string; table: string };
  number: (value: number) => string;
  /** Further rows of the table, which the picture sums up. */
  all?: readonly Pair[];
}

/** Room at the end for the longest label. */
const WIDEST = 62;

/** Two figures each, side by side: an outline for what is, a filled bar for what would be, each with its words and number. */
export function PairedBars({ label, pairs, words, number, all = pairs }: PairedBarsProps) {
  const most = Math.max(1, ...pairs.flatMap(({ actual, simulated }) => [actual, simulated]));
  return (
    <figure className="flex flex-col gap-2">
      <div role="img" aria-label={label} className="flex flex-col gap-3">
        {pairs.map(({ key, name, actual, simulated }) => (
          <div key={key} data-pair={name}>
            <div className="truncate font-medium">{name}</div>
            <svg className="block h-9 w-full" aria-hidden="true">
              <Bar y={1} value={actual} most={most} label={`${words.actual} ${number(actual)}`} />
              <Bar y={19} value={simulated} most={most} label={`${words.simulated} ${number(simulated)}`} isFilled />
            </svg>
          </div>
        ))}
      </div>
      <details>
        <summary className="tap inline-flex items-center text-accent">{words.table}</summary>
        <div className="max-h-96 overflow-auto pt-2">
          <table className="w-full text-left">
            <caption className="sr-only">{label}</caption>
            <thead>
              <tr className="border-b border-line text-xs text-ink-soft">
                <th scope="col" className="py-1 pr-3 font-medium">
                  {words.name}
                </th>
                {[words.actual, words.simulated, words.difference].map((word) => (
                  <th key={word} scope="col" className="py-1 pl-3 text-right font-medium">
                    {word}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {all.map(({ key, name, actual, simulated }) => (
                <tr key={key} className="border-b border-line last:border-0">
                  <th scope="row" className="py-1 pr-3 font-normal break-words">
                    {name}
                  </th>
                  <td className="py-1 pl-3 text-right tabular-nums">{number(actual)}</td>
                  <td className="py-1 pl-3 text-right tabular-nums">{number(simulated)}</td>
                  <td className="py-1 pl-3 text-right tabular-nums">
                    {`${simulated > actual ? '+' : ''}${number(simulated - actual)}`}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

function Bar({
  y,
  value,
  most,
  label,
  isFilled = false,
}: {
  y: number;
  value: number;
  most: number;
  label: string;
  isFilled?: boolean;
}) {
  const width = `${(value / most) * WIDEST}%`;
  return (
    <>
      <rect
        x={1}
        y={y}
        width={width}
        height={14}
        rx={2}
        strokeWidth={1.5}
        className={isFilled ? 'fill-accent stroke-accent' : 'fill-surface stroke-line-strong'}
      />
      <text x={width} dx={8} y={y + 11} className="fill-ink text-xs">
        {label}
      </text>
    </>
  );
}
