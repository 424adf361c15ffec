/**
 * Length limits of messages by place, in Latin letters; a full-width character counts as two. Each
 * is what fits on a phone 360 px wide. The first entry whose pattern matches the id applies.
 *
 * @type {{ ids: RegExp, place: string, letters: number }[]}
 */
export const lengthLimits = [
  { ids: /^page\.\w+\.title$/, place: 'a title in search results', letters: 60 },
  { ids: /^page\.\w+\.description$/, place: 'a description in search results', letters: 155 },
  { ids: /^locale\.name$/, place: 'the language menu', letters: 20 },
  { ids: /^menu\.tab\./, place: 'a tab of the menu', letters: 18 },
  { ids: /^footer\.nav\.(?!label)/, place: 'a tab at the bottom of a phone', letters: 12 },
  { ids: /^footer\.banner\.text$/, place: 'the banner at the bottom', letters: 60 },
  { ids: /^actions\.(?!list)/, place: 'the label below a round button', letters: 12 },
  { ids: /^balance\.\w+\.action$/, place: 'the label below a round button', letters: 14 },
  { ids: /^account\.(login|register)\./, place: 'the label of a picture button', letters: 14 },
  { ids: /^offers\.\w+\.action$/, place: "the button beside a banner's picture", letters: 18 },
  { ids: /\.action$|^games\.tile\.play$|^sports\.card\.bet$/, place: 'a button', letters: 20 },
  { ids: /^sports\.more\.label$|^notFound\.page\.home$/, place: 'a button', letters: 24 },
  { ids: /^advert\.popup\.title$/, place: "the pop-up's title, two lines", letters: 32 },
  { ids: /^advert\.popup\.text$/, place: "the pop-up's line", letters: 28 },
  { ids: /^offers\.\w+\.title$/, place: "the title beside a banner's picture", letters: 22 },
  { ids: /^offers\.\w+\.text$/, place: "the text beside a banner's picture", letters: 52 },
  { ids: /^bonus\.\w+\.title$/, place: 'the title beside a bonus picture', letters: 24 },
  { ids: /^bonus\.\w+\.text$/, place: 'the text beside a bonus picture', letters: 46 },
  { ids: /^games\.(?!block)\w+\.title$/, place: 'the title of a game', letters: 20 },
  { ids: /^games\.\w+\.text$/, place: 'the text below a game', letters: 40 },
  { ids: /^transactions\.column\./, place: 'the header of a narrow column', letters: 12 },
  { ids: /^sports\.team\./, place: 'the name below a crest', letters: 20 },
  { ids: /^sports\.start\.time$/, place: 'the line of a match', letters: 24 },
  { ids: /^intro\.slogan\.title$/, place: 'the headline, two lines', letters: 36 },
  { ids: /^intro\.slogan\.text$/, place: 'the text below the headline', letters: 120 },
  {
    ids: /^announcement\.bar\.text$/,
    place: 'the announcement when it does not scroll',
    letters: 170,
  },
  { ids: /^notFound\.page\.title$/, place: 'the headline, two lines', letters: 36 },
  { ids: /\.title$/, place: 'the title of a panel', letters: 26 },
];

/** The longest values of variables that the code supplies. */
export const longestValues = {
  language: 'Bahasa Melayu',
  place: '2',
  day: '21',
  month: '12',
  year: '2024',
  time: '19:30',
};
