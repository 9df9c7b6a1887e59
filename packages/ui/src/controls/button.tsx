import { Button as AriaButton, type ButtonProps as AriaButtonProps, Link, type LinkProps } from 'react-aria-components';

const base =
  'inline-flex items-center justify-center gap-2 rounded-2 border font-medium whitespace-nowrap no-underline transition-colors duration-[120ms] ease-calm disabled:cursor-not-allowed data-[disabled]:border-transparent data-[disabled]:bg-surface-3 data-[disabled]:text-ink-3';

const looks = {
  primary: 'border-transparent bg-primary text-on-primary hover:bg-primary-hover',
  secondary: 'border-line-strong bg-surface text-ink hover:bg-surface-2',
  text: 'border-transparent bg-transparent text-primary-ink hover:bg-primary-soft data-[disabled]:bg-transparent',
  danger: 'border-bad bg-surface text-bad-ink hover:bg-bad-soft',
} as const;

const sizes = {
  small: 'min-h-8 px-3 text-sm',
  medium: 'min-h-10 px-4 text-md max-md:min-h-11',
  large: 'min-h-12 px-6 text-[1rem]',
} as const;

type Look = { readonly look?: keyof typeof looks; readonly size?: keyof typeof sizes; readonly wide?: boolean };

const classes = ({ look = 'secondary', size = 'medium', wide }: Look, extra: string | undefined): string =>
  `${base} ${looks[look]} ${sizes[size]} ${wide ? 'w-full' : ''} ${extra ?? ''}`;

/** One primary per view; its label names verb and amount ("Aposta 4,80 €"). */
export function Button({ look, size, wide, className, ...props }: Omit<AriaButtonProps, 'className'> & Look & { className?: string }) {
  return <AriaButton {...props} className={classes({ ...(look && { look }), ...(size && { size }), ...(wide && { wide }) }, className)} />;
}

export function LinkButton({ look, size, wide, className, ...props }: Omit<LinkProps, 'className'> & Look & { className?: string }) {
  return <Link {...props} className={classes({ ...(look && { look }), ...(size && { size }), ...(wide && { wide }) }, className)} />;
}

/** A link inside running text. */
export function TextLink({ className, ...props }: Omit<LinkProps, 'className'> & { className?: string }) {
  return <Link {...props} className={`text-primary-ink underline decoration-1 underline-offset-[3px] ${className ?? ''}`} />;
}
