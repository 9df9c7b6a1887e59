import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';

/** One of a few: simple lines or system, direct or box. Arrow keys move, Enter or Space chooses. */
export function Segmented<T extends string>(props: {
  label: string;
  value: T;
  options: readonly { readonly value: T; readonly label: string }[];
  onChange: (value: T) => void;
  className?: string;
}) {
  return (
    <ToggleButtonGroup
      aria-label={props.label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[props.value]}
      onSelectionChange={(keys) => {
        const chosen = props.options.find((option) => keys.has(option.value));
        if (chosen) props.onChange(chosen.value);
      }}
      className={`inline-flex max-w-full gap-0.5 rounded-2 bg-surface-3 p-[3px] ${props.className ?? ''}`}
    >
      {props.options.map((option) => (
        <ToggleButton
          key={option.value}
          id={option.value}
          className="inline-flex min-h-[34px] items-center rounded-[6px] px-3 text-sm font-medium whitespace-nowrap text-ink-2 data-[selected]:bg-surface data-[selected]:text-ink data-[selected]:shadow-[0_0_0_1px_var(--line-strong)] max-md:min-h-11"
        >
          {option.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
