/**
 * Texts that are the same as in English on purpose: language, id, and why.
 *
 * @type {Record<string, Record<string, string>>}
 */
export const intendedCopies = {
  ms: {
    'actions.downline.label': 'the trade says “downline” in Malay too',
    'balance.deposit.action': '“deposit” is a Malay word',
    'footer.nav.promo': '“promo” is a Malay word',
    'menu.tab.poker': 'the game has the same name',
    'transactions.column.deposit': '“deposit” is a Malay word',
  },
};
