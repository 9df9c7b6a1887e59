/** The rules of a game or pool, made from its definition in the page's language: the same text that was registered. */
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { parseGameDefinition, rulesText } from '@valira/games';
import { parsePoolDefinition, poolRulesText } from '@valira/pool';
import { Card, EmptyState, ErrorState, LoadingState, Notice, PageHead } from '@valira/ui';
import { useTranslation } from 'react-i18next';
import { shownProblem } from '../../../api/problem.ts';
import { productsQuery } from '../../../api/queries.ts';
import type { Product } from '../../../api/wire.ts';
import { useWords } from '../use-words.ts';

type Language = Parameters<typeof rulesText>[1];
type Section = {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly table?: { readonly columns: Readonly<Record<string, string>>; readonly rows: readonly Readonly<Record<string, string>>[] };
};

/** Null for a definition that this version of the page cannot read. */
function sectionsOf(product: Product, language: Language): readonly Section[] | null {
  if (product.family === 'pool') {
    const pool = parsePoolDefinition(product.definition);
    return pool.ok ? poolRulesText(pool.value, language).sections : null;
  }
  const game = parseGameDefinition(product.definition);
  return game.ok ? rulesText(game.value, language).sections : null;
}

export function RulesPage() {
  const { t, i18n } = useTranslation('shop');
  const named = useWords();
  const { slug } = useParams({ strict: false });
  const products = useQuery(productsQuery);
  if (products.isError) return <ErrorState problem={shownProblem(products.error)} />;
  if (!products.data) return <LoadingState />;
  const product = products.data.find((each) => each.slug === slug);
  if (!product) return <EmptyState>{t('rules.none')}</EmptyState>;
  const sections = sectionsOf(product, i18n.language as Language);
  return (
    <div className="mx-auto w-full max-w-[52rem]">
      <PageHead
        crumbs={[{ href: '/rules', label: t('rules.title') }, { label: named(product.names) }]}
        title={named(product.names)}
        lead={t('rules.registered', { number: product.registrationNumber ?? '–', version: product.version })}
      />
      {sections ? null : <Notice tone="warn">{t('rules.unreadable')}</Notice>}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {sections?.map((section) => (
          <Card key={section.heading} title={section.heading}>
            {section.paragraphs.map((paragraph) => (
              <p key={paragraph} className="mb-2 max-w-[68ch] leading-[1.55] last:mb-0">
                {paragraph}
              </p>
            ))}
            {section.table ? <RulesTable heading={section.heading} table={section.table} /> : null}
          </Card>
        ))}
      </div>
    </div>
  );
}

function RulesTable(props: { heading: string; table: NonNullable<Section['table']> }) {
  const { columns, rows } = props.table;
  const names = Object.keys(columns);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than a phone is scrolled by keyboard too
    <section className="overflow-x-auto" aria-label={props.heading} tabIndex={0}>
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col" className="border-b border-line px-2 py-1.5 text-left text-xs font-medium text-ink-2 first:pl-0">
                {columns[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={names.map((name) => row[name]).join('|')}>
              {names.map((name) => (
                <td key={name} className="border-b border-line px-2 py-1.5 align-top first:pl-0">
                  {row[name]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
