import 'react';

declare module 'react' {
  interface HTMLAttributes<T> {
    /** Not here: browsers reject markup from strings, since the policy requires Trusted Types. Render elements. */
    dangerouslySetInnerHTML?: undefined;
  }
}
