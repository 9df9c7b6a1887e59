/** Streams that flow into one: the only ornament the product owns. */
export function LogoMark(props: { className?: string; onPaper?: boolean }) {
  return (
    <svg
      viewBox="0 0 30 30"
      fill="none"
      strokeWidth={2.7}
      strokeLinecap="round"
      aria-hidden="true"
      className={`${props.onPaper ? 'stroke-paper-ink' : 'stroke-primary'} ${props.className ?? 'size-[30px]'}`}
    >
      <path d="M3.5 4c0 10 11.5 9 11.5 18v5M26.5 4c0 10-11.5 9-11.5 18" />
      <path d="M10 4c0 5 5 6 5 10.5M20 4c0 5-5 6-5 10.5" opacity={0.55} />
    </svg>
  );
}

const STREAMS = 17;

/** Many streams converging on the bottom centre; decoration behind the jackpot. */
export function Streams(props: { className?: string }) {
  const paths = Array.from({ length: STREAMS }, (_, index) => {
    const spread = index - (STREAMS - 1) / 2;
    const top = 150 + spread * 22;
    const bottom = 150 + spread * 3.4;
    return `M${top} -6C${top} 140 ${bottom} 130 ${bottom} 306`;
  });
  return (
    <svg
      viewBox="0 0 300 300"
      preserveAspectRatio="none"
      fill="none"
      aria-hidden="true"
      className={`stroke-primary ${props.className ?? ''}`}
    >
      {paths.map((path) => (
        <path key={path} d={path} strokeWidth={1.5} vectorEffect="non-scaling-stroke" />
      ))}
    </svg>
  );
}
