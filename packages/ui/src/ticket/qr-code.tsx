import { encode } from 'uqr';

/** Rows of the code, true = dark; error correction M survives a crease in thermal paper. */
export const qrMatrix = (text: string): readonly (readonly boolean[])[] => encode(text, { ecc: 'M', border: 0 }).data;

/** Always dark on paper, in both themes, so that it can be scanned. */
export function QrCode(props: { text: string; label: string; className?: string }) {
  const rows = qrMatrix(props.text);
  const path = rows.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('');
  return (
    <svg
      role="img"
      aria-label={props.label}
      viewBox={`-2 -2 ${rows.length + 4} ${rows.length + 4}`}
      shapeRendering="crispEdges"
      className={`bg-paper ${props.className ?? 'size-28'}`}
    >
      <path d={path} className="fill-paper-ink" />
    </svg>
  );
}
