/**
 * Bodies and queries as the provider's clients send them: form-encoded, nested with brackets.
 *
 * Example: `amount=500&metadata[deposit]=dep_1&expand[0]=latest_charge` is `{ amount: '500', metadata: { deposit: 'dep_1' }, expand: { 0: 'latest_charge' } }`.
 */
export type Form = { readonly [name: string]: string | Form };

type Growing = { [name: string]: string | Growing };

const MOST_DEPTH = 6;

export function readForm(text: string): Form {
  const form: Growing = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/\[|\]\[|\]/).filter((part, index) => index === 0 || part !== '');
    if (path.length > MOST_DEPTH) continue;
    let at = form;
    for (const part of path.slice(0, -1)) {
      const inner = at[part];
      const next: Growing = typeof inner === 'object' ? inner : Object.create(null);
      at[part] = next;
      at = next;
    }
    at[path.at(-1) ?? ''] = value;
  }
  return form;
}

/** The text at that path, or undefined. */
export function textAt(form: Form, ...path: readonly string[]): string | undefined {
  let at: string | Form | undefined = form;
  for (const part of path) at = typeof at === 'object' ? at[part] : undefined;
  return typeof at === 'string' ? at : undefined;
}

/** A flat group of texts, as `metadata` is. */
export function groupAt(form: Form, name: string): Record<string, string> {
  const group = form[name];
  return typeof group === 'object'
    ? Object.fromEntries(Object.entries(group).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])))
    : {};
}

/** Whether the caller asked for this object in full instead of its id. */
export const isExpanded = (form: Form, name: string): boolean =>
  typeof form.expand === 'object' && Object.values(form.expand).includes(name);
