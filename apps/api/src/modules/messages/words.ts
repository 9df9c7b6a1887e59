/** The words of every message in the four languages. Service messages say what happened and what to do, and offer nothing to buy. */
import type { Language } from '../../platform/language.ts';
import type { Kind } from './kinds.ts';

/** `{name}` is filled from the facts. */
type Text = { readonly subject: string; readonly body: string };

const WORDS: Readonly<Record<Exclude<Kind, 'campaign'>, Readonly<Record<Language, Text>>>> = {
  win: {
    ca: {
      subject: 'Has guanyat {amount}',
      body: 'El teu bitllet de {product}, sorteig {number}, ha guanyat {amount}. Ja és al teu compte.',
    },
    es: { subject: 'Has ganado {amount}', body: 'Tu boleto de {product}, sorteo {number}, ha ganado {amount}. Ya está en tu cuenta.' },
    fr: {
      subject: 'Vous avez gagné {amount}',
      body: 'Votre billet de {product}, tirage {number}, a gagné {amount}. La somme est sur votre compte.',
    },
    en: { subject: 'You won {amount}', body: 'Your ticket for {product}, draw {number}, won {amount}. It is in your account.' },
  },
  'large-win': {
    ca: {
      subject: 'Has guanyat {amount}',
      body: 'El teu bitllet de {product}, sorteig {number}, ha guanyat {amount}. Ja és al teu compte. Per un premi d’aquest import informem el regulador, com demana la llei.',
    },
    es: {
      subject: 'Has ganado {amount}',
      body: 'Tu boleto de {product}, sorteo {number}, ha ganado {amount}. Ya está en tu cuenta. De un premio de este importe informamos al regulador, como pide la ley.',
    },
    fr: {
      subject: 'Vous avez gagné {amount}',
      body: 'Votre billet de {product}, tirage {number}, a gagné {amount}. La somme est sur votre compte. Un gain de ce montant est communiqué au régulateur, comme la loi le demande.',
    },
    en: {
      subject: 'You won {amount}',
      body: 'Your ticket for {product}, draw {number}, won {amount}. It is in your account. A win of this amount is reported to the regulator, as the law asks.',
    },
  },
  'claim-lapsing': {
    ca: {
      subject: 'Un premi de {amount} per cobrar fins al {until}',
      body: 'El bitllet de {product}, sorteig {number}, que vas demanar seguir, ha guanyat {amount} i encara no s’ha cobrat. Es pot cobrar fins al {until}, a un punt de venda o a l’operador. Porta’l amb tu.',
    },
    es: {
      subject: 'Un premio de {amount} por cobrar hasta el {until}',
      body: 'El boleto de {product}, sorteo {number}, que pediste seguir, ha ganado {amount} y aún no se ha cobrado. Se puede cobrar hasta el {until}, en un punto de venta o en el operador. Llévalo contigo.',
    },
    fr: {
      subject: 'Un lot de {amount} à réclamer jusqu’au {until}',
      body: 'Le billet de {product}, tirage {number}, que vous suivez a gagné {amount} et n’est pas encore payé. Il peut être réclamé jusqu’au {until}, dans un point de vente ou chez l’opérateur. Apportez-le.',
    },
    en: {
      subject: 'A prize of {amount} can be claimed until {until}',
      body: 'The ticket for {product}, draw {number}, that you asked us to watch won {amount} and has not been claimed yet. It can be claimed until {until} at a shop or at the operator. Bring it with you.',
    },
  },
  'limit-reached': {
    ca: { subject: 'Has arribat al teu límit de {limit}', body: 'Has arribat al límit de {limit} que vas posar. Val fins al {until}.' },
    es: { subject: 'Has llegado a tu límite de {limit}', body: 'Has llegado al límite de {limit} que pusiste. Vale hasta el {until}.' },
    fr: {
      subject: 'Vous avez atteint votre limite de {limit}',
      body: 'Vous avez atteint la limite de {limit} que vous avez fixée. Elle vaut jusqu’au {until}.',
    },
    en: {
      subject: 'You have reached your {limit} limit',
      body: 'You have reached the {limit} limit that you set. It holds until {until}.',
    },
  },
  'limit-changed': {
    ca: {
      subject: 'El teu límit de {limit} canvia',
      body: 'Des del {from} el teu límit de {limit} és de {amount}. Si no ho has demanat tu, avisa’ns.',
    },
    es: {
      subject: 'Tu límite de {limit} cambia',
      body: 'Desde el {from} tu límite de {limit} es de {amount}. Si no lo has pedido tú, avísanos.',
    },
    fr: {
      subject: 'Votre limite de {limit} change',
      body: 'À partir du {from}, votre limite de {limit} est de {amount}. Si vous ne l’avez pas demandé, prévenez-nous.',
    },
    en: {
      subject: 'Your {limit} limit changes',
      body: 'From {from} your {limit} limit is {amount}. If you did not ask for this, tell us.',
    },
  },
  'deposit-failed': {
    ca: {
      subject: 'No s’ha pogut fer l’ingrés de {amount}',
      body: 'El banc ha rebutjat l’ingrés de {amount}. No s’ha cobrat res; pots provar-ho amb una altra targeta.',
    },
    es: {
      subject: 'No se ha podido hacer el ingreso de {amount}',
      body: 'El banco ha rechazado el ingreso de {amount}. No se ha cobrado nada; puedes probar con otra tarjeta.',
    },
    fr: {
      subject: 'Le dépôt de {amount} n’a pas abouti',
      body: 'La banque a refusé le dépôt de {amount}. Rien n’a été débité ; vous pouvez essayer avec une autre carte.',
    },
    en: {
      subject: 'The deposit of {amount} failed',
      body: 'The bank declined the deposit of {amount}. Nothing was charged; you can try another card.',
    },
  },
  'deposit-disputed': {
    ca: {
      subject: 'S’ha impugnat un ingrés de {amount}',
      body: 'El titular de la targeta ha impugnat un ingrés de {amount}. Mentre es resol, el joc queda suspès. Escriu-nos si no ho has demanat tu.',
    },
    es: {
      subject: 'Se ha impugnado un ingreso de {amount}',
      body: 'El titular de la tarjeta ha impugnado un ingreso de {amount}. Mientras se resuelve, el juego queda suspendido. Escríbenos si no lo has pedido tú.',
    },
    fr: {
      subject: 'Un dépôt de {amount} est contesté',
      body: 'Le titulaire de la carte conteste un dépôt de {amount}. Le jeu est suspendu jusqu’à la décision. Écrivez-nous si vous ne l’avez pas demandé.',
    },
    en: {
      subject: 'A deposit of {amount} is disputed',
      body: 'The card’s holder disputes a deposit of {amount}. Play is suspended until this is settled. Write to us if you did not ask for this.',
    },
  },
  'deposit-refunded': {
    ca: { subject: 'T’hem retornat {amount}', body: 'Hem retornat {amount} a la targeta amb què vas fer l’ingrés.' },
    es: { subject: 'Te hemos devuelto {amount}', body: 'Hemos devuelto {amount} a la tarjeta con la que hiciste el ingreso.' },
    fr: {
      subject: 'Nous vous avons remboursé {amount}',
      body: 'Nous avons remboursé {amount} sur la carte avec laquelle vous avez fait le dépôt.',
    },
    en: { subject: 'We refunded {amount}', body: 'We returned {amount} to the card you deposited with.' },
  },
  'identity-accepted': {
    ca: {
      subject: 'La teva identitat està verificada',
      body: 'Hem verificat la teva identitat. Ja pots retirar els diners al compte que vas declarar.',
    },
    es: {
      subject: 'Tu identidad está verificada',
      body: 'Hemos verificado tu identidad. Ya puedes retirar dinero a la cuenta que declaraste.',
    },
    fr: {
      subject: 'Votre identité est vérifiée',
      body: 'Nous avons vérifié votre identité. Vous pouvez retirer votre argent sur le compte déclaré.',
    },
    en: { subject: 'Your identity is verified', body: 'We have verified your identity. You can now withdraw to the account you declared.' },
  },
  'identity-rejected': {
    ca: {
      subject: 'Cal un altre document',
      body: 'No hem pogut verificar la teva identitat: {problem}. Envia’ns un altre document; el saldo és teu i queda al compte.',
    },
    es: {
      subject: 'Hace falta otro documento',
      body: 'No hemos podido verificar tu identidad: {problem}. Envíanos otro documento; el saldo es tuyo y queda en la cuenta.',
    },
    fr: {
      subject: 'Un autre document est nécessaire',
      body: 'Nous n’avons pas pu vérifier votre identité : {problem}. Envoyez-nous un autre document ; le solde est à vous et reste sur le compte.',
    },
    en: {
      subject: 'Another document is needed',
      body: 'We could not verify your identity: {problem}. Send us another document; the balance is yours and stays in the account.',
    },
  },
  'withdrawal-sent': {
    ca: {
      subject: 'Hem enviat {amount} al teu banc',
      body: 'Hem enviat {amount} al compte acabat en {account}. Si no ho has demanat tu, avisa’ns.',
    },
    es: {
      subject: 'Hemos enviado {amount} a tu banco',
      body: 'Hemos enviado {amount} a la cuenta terminada en {account}. Si no lo has pedido tú, avísanos.',
    },
    fr: {
      subject: 'Nous avons envoyé {amount} à votre banque',
      body: 'Nous avons envoyé {amount} au compte se terminant par {account}. Si vous ne l’avez pas demandé, prévenez-nous.',
    },
    en: {
      subject: 'We sent {amount} to your bank',
      body: 'We sent {amount} to the account ending in {account}. If you did not ask for this, tell us.',
    },
  },
  'withdrawal-returned': {
    ca: {
      subject: 'El banc ha retornat la retirada de {amount}',
      body: 'El teu banc no ha acceptat la retirada de {amount} al compte acabat en {account}. Els diners tornen a ser al teu saldo. Revisa el compte declarat.',
    },
    es: {
      subject: 'El banco ha devuelto la retirada de {amount}',
      body: 'Tu banco no ha aceptado la retirada de {amount} a la cuenta terminada en {account}. El dinero vuelve a estar en tu saldo. Revisa la cuenta declarada.',
    },
    fr: {
      subject: 'La banque a retourné le retrait de {amount}',
      body: 'Votre banque n’a pas accepté le retrait de {amount} sur le compte se terminant par {account}. La somme est de nouveau sur votre solde. Vérifiez le compte déclaré.',
    },
    en: {
      subject: 'The bank returned the withdrawal of {amount}',
      body: 'Your bank did not accept the withdrawal of {amount} to the account ending in {account}. The money is back in your balance. Check the declared account.',
    },
  },
  'subscription-stopped': {
    ca: {
      subject: 'La subscripció a {product} s’ha aturat',
      body: 'La subscripció a {product} s’ha aturat: {reason}. No es comprarà cap més bitllet.',
    },
    es: {
      subject: 'La suscripción a {product} se ha detenido',
      body: 'La suscripción a {product} se ha detenido: {reason}. No se comprará ningún boleto más.',
    },
    fr: {
      subject: 'L’abonnement à {product} est arrêté',
      body: 'L’abonnement à {product} est arrêté : {reason}. Aucun autre billet ne sera acheté.',
    },
    en: {
      subject: 'Your subscription to {product} has stopped',
      body: 'Your subscription to {product} has stopped: {reason}. No further ticket is bought.',
    },
  },
  'result-corrected': {
    ca: {
      subject: 'Es corregeix el resultat de {product}',
      body: 'El resultat publicat de {product}, sorteig {number}, s’està corregint. T’informarem quan el nou sigui definitiu. Conserva el bitllet.',
    },
    es: {
      subject: 'Se corrige el resultado de {product}',
      body: 'El resultado publicado de {product}, sorteo {number}, se está corrigiendo. Te informaremos cuando el nuevo sea definitivo. Conserva el boleto.',
    },
    fr: {
      subject: 'Le résultat de {product} est corrigé',
      body: 'Le résultat publié de {product}, tirage {number}, est en cours de correction. Nous vous informerons quand le nouveau sera définitif. Gardez le billet.',
    },
    en: {
      subject: 'The result of {product} is being corrected',
      body: 'The published result of {product}, draw {number}, is being corrected. We will tell you when the new one is final. Keep the ticket.',
    },
  },
};

export const LIMITS: Readonly<Record<'deposit' | 'stake' | 'loss' | 'time', Readonly<Record<Language, string>>>> = {
  deposit: { ca: 'dipòsits', es: 'depósitos', fr: 'dépôts', en: 'deposit' },
  stake: { ca: 'apostes', es: 'apuestas', fr: 'mises', en: 'stake' },
  loss: { ca: 'pèrdues', es: 'pérdidas', fr: 'pertes', en: 'loss' },
  time: { ca: 'temps', es: 'tiempo', fr: 'temps', en: 'time' },
};

export const REJECTED: Readonly<
  Record<'unreadable' | 'expired' | 'other-person' | 'not-accepted' | 'altered' | 'under-age', Readonly<Record<Language, string>>>
> = {
  unreadable: {
    ca: 'el document no es llegeix',
    es: 'el documento no se lee',
    fr: 'le document est illisible',
    en: 'the document cannot be read',
  },
  expired: { ca: 'el document ha caducat', es: 'el documento ha caducado', fr: 'le document a expiré', en: 'the document has expired' },
  'other-person': {
    ca: 'el document és d’una altra persona',
    es: 'el documento es de otra persona',
    fr: 'le document est celui d’une autre personne',
    en: 'the document is another person’s',
  },
  'not-accepted': {
    ca: 'aquest tipus de document no val',
    es: 'este tipo de documento no vale',
    fr: 'ce type de document n’est pas accepté',
    en: 'this kind of document is not accepted',
  },
  altered: {
    ca: 'el document sembla modificat',
    es: 'el documento parece modificado',
    fr: 'le document semble modifié',
    en: 'the document seems to have been altered',
  },
  'under-age': { ca: 'cal tenir 18 anys', es: 'hay que tener 18 años', fr: 'il faut avoir 18 ans', en: 'players have to be 18 years old' },
};

export const STOPPED: Readonly<Record<'ended' | 'no-funds' | 'limit' | 'product' | 'asked', Readonly<Record<Language, string>>>> = {
  ended: { ca: 's’ha acabat', es: 'ha terminado', fr: 'elle est terminée', en: 'it has ended' },
  'no-funds': {
    ca: 'no hi havia prou saldo',
    es: 'no había saldo suficiente',
    fr: 'le solde ne suffisait pas',
    en: 'the balance was too low',
  },
  limit: {
    ca: 'un límit teu no ho permet',
    es: 'un límite tuyo no lo permite',
    fr: 'une de vos limites ne le permet pas',
    en: 'a limit of yours does not allow it',
  },
  product: {
    ca: 'el producte ja no es ven',
    es: 'el producto ya no se vende',
    fr: 'le produit n’est plus vendu',
    en: 'the product is no longer sold',
  },
  asked: { ca: 'ho has demanat', es: 'lo has pedido', fr: 'vous l’avez demandé', en: 'you asked for it' },
};

export const FOOTER: Readonly<Record<Language, string>> = {
  ca: 'Valira Loteries, Andorra. Missatge de servei sobre el teu compte.',
  es: 'Valira Loteries, Andorra. Mensaje de servicio sobre tu cuenta.',
  fr: 'Valira Loteries, Andorre. Message de service sur votre compte.',
  en: 'Valira Loteries, Andorra. Service message about your account.',
};

export const ADVERTISING_FOOTER: Readonly<Record<Language, string>> = {
  ca: 'Publicitat autoritzada pel CRAJ, {authorisation}. Prohibit als menors de 18 anys; jugar pot crear addicció. Pots donar-te’n de baixa als missatges del teu compte.',
  es: 'Publicidad autorizada por el CRAJ, {authorisation}. Prohibido a menores de 18 años; jugar puede crear adicción. Puedes darte de baja en los mensajes de tu cuenta.',
  fr: 'Publicité autorisée par le CRAJ, {authorisation}. Interdit aux moins de 18 ans ; jouer peut créer une dépendance. Vous pouvez vous désinscrire dans les messages de votre compte.',
  en: 'Advertising authorised by CRAJ, {authorisation}. Forbidden to anyone under 18; gambling can be addictive. You can unsubscribe in the messages of your account.',
};

export const textOf = (kind: Exclude<Kind, 'campaign'>, language: Language): Text => WORDS[kind][language];
