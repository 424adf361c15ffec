declare global {
  interface Navigator {
    globalPrivacyControl?: boolean;
  }
}

/**
 * Whether the visitor objects to what leaves the page without being needed, by Global Privacy Control or Do Not
 * Track: reports, campaigns and preconnects (docs/privacy.md).
 */
export function isOptedOut(): boolean {
  return navigator.globalPrivacyControl || navigator.doNotTrack === '1';
}
