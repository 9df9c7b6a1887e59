/** The page on which a card's bank asks the holder whether they pay: two buttons, in the language of the browser. */
import type { Intent } from './books.ts';

type Words = { readonly title: string; readonly question: string; readonly yes: string; readonly no: string; readonly note: string };

const WORDS: Readonly<Record<'ca' | 'es' | 'fr' | 'en', Words>> = {
  ca: {
    title: 'El teu banc',
    question: 'Confirmes el pagament de {amount} a Valira Loteries?',
    yes: 'Sí, el confirmo',
    no: 'No, cancel·la',
    note: 'Banc simulat: no es mouen diners de debò.',
  },
  es: {
    title: 'Tu banco',
    question: '¿Confirmas el pago de {amount} a Valira Loteries?',
    yes: 'Sí, lo confirmo',
    no: 'No, cancelar',
    note: 'Banco simulado: no se mueve dinero real.',
  },
  fr: {
    title: 'Votre banque',
    question: 'Confirmez-vous le paiement de {amount} à Valira Loteries ?',
    yes: 'Oui, je confirme',
    no: 'Non, annuler',
    note: 'Banque simulée : aucun argent réel ne circule.',
  },
  en: {
    title: 'Your bank',
    question: 'Do you confirm the payment of {amount} to Valira Loteries?',
    yes: 'Yes, I confirm',
    no: 'No, cancel',
    note: 'A simulated bank: no real money moves.',
  },
};

const isLanguage = (text: string): text is keyof typeof WORDS => Object.hasOwn(WORDS, text);

export function holderPage({ amount, id }: Pick<Intent, 'amount' | 'id'>, accept: string): string {
  const language =
    accept
      .split(',')
      .map((part) => part.trim().slice(0, 2).toLowerCase())
      .find(isLanguage) ?? 'ca';
  const { title, question, yes, no, note } = WORDS[language];
  const money = `${Math.trunc(amount / 100)}${language === 'en' ? '.' : ','}${String(amount % 100).padStart(2, '0')} €`;
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui;max-width:28rem;margin:12vh auto;padding:0 1rem}button{font:inherit;padding:.7rem 1.2rem;min-height:44px;margin:0 .5rem .5rem 0}</style>
<main><h1>${title}</h1><p>${question.replace('{amount}', money)}</p>
<form method="post" action="/simulator/holder/${encodeURIComponent(id)}"><button name="answer" value="yes">${yes}</button><button name="answer" value="no">${no}</button></form><p><small>${note}</small></p></main></html>`;
}
