/** The four languages of the product, and which one a request asks for. Catalan is the official one and the default. */
export const LANGUAGES = ['ca', 'es', 'fr', 'en'] as const;

export type Language = (typeof LANGUAGES)[number];

export type Words = Readonly<Record<Language, string>>;

/** The first language of an Accept-Language header that we speak, by its weights. */
export function languageOf(header: string | undefined): Language {
  const wanted = (header ?? '')
    .split(',')
    .map((part, index) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const weight = parameters.map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1]).find((q) => q !== undefined);
      return { tag: tag.slice(0, 2), weight: weight === undefined ? 1 : Number(weight), index };
    })
    .sort((a, b) => b.weight - a.weight || a.index - b.index);
  for (const { tag } of wanted) {
    const language = LANGUAGES.find((known) => known === tag);
    if (language) return language;
  }
  return 'ca';
}
