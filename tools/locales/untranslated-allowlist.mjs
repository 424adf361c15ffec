/**
 * Texts that are intentionally the same as in English: reasons by language and id.
 *
 * @type {Record<string, Record<string, string>>}
 */
export const untranslatedAllowlist = {
  ms: {
    'actions.downline.label': '“downline” is the term of the trade in Malay too',
    'balance.deposit.action': '“deposit” is a Malay word',
    'footer.nav.promo': '“promo” is a Malay word',
    'menu.tab.poker': 'the game has the same name',
    'transactions.column.deposit': '“deposit” is a Malay word',
  },
};
