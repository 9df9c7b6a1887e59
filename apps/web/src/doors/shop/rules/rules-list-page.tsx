import { useQuery } from '@tanstack/react-query';
import { Card, ErrorState, LoadingState, PageHead, TextLink } from '@valira/ui';
import { useTranslation } from 'react-i18next';
import { shownProblem } from '../../../api/problem.ts';
import { productsQuery } from '../../../api/queries.ts';
import { useWords } from '../use-words.ts';

/** Every game that is on sale, with its rules. */
export function RulesListPage() {
  const { t } = useTranslation('shop');
  const named = useWords();
  const products = useQuery(productsQuery);
  return (
    <div className="mx-auto w-full max-w-[52rem]">
      <PageHead title={t('rules.title')} lead={t('rules.lead')} />
      <Card>
        {products.isError ? <ErrorState problem={shownProblem(products.error)} /> : null}
        {products.isPending ? <LoadingState /> : null}
        <ul>
          {products.data?.map((product) => (
            <li key={product.slug} className="border-b border-line last:border-b-0">
              <TextLink href={`/rules/${product.slug}`} className="inline-block py-3">
                {named(product.names)}
              </TextLink>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
