/** The site of the host's own tests: small, and unlike the one that the repository is about. */
export const brand = 'Harbour';
export const themeColor = '#0e0c14';
export const money = '{amount}\u00a0kr';
export const firstLanguages = ['fr', 'en'];
export const offer = { bonus: '5\u00a0kr', days: 30 } as const;
export const shareWords = {
  headline: 'home.page.title',
  offers: [],
  terms: 'page.home.description',
} as const;
export const maxBytes = {
  scripts: 90_000,
  styles: 14_000,
  picture: 200_000,
  document: 9_000,
  picturesOfFirstView: 120_000,
} as const;
export const allowedOrigins: Record<string, string[]> = {};
export const redirects: Record<string, string> = { '/old': '/' };
export const retiredWorkers: string[] = [];
export const operatorPaths = { home: '', signUp: 'join/', login: 'enter/' } as const;
export const linkRel = 'nofollow sponsored';
export const linkPath = '/api/links';
export const linkFields = { link: 'base', blogLink: 'blog' } as const;
export const dataSources = {};
export const linkRetry = { firstMilliseconds: 5_000, longestMilliseconds: 60_000 } as const;
export const times = {};
export const timeZone = 'Europe/Oslo';
