import { useAssetOrigin } from '../state/store.ts';

interface PictureProps {
  /** Path of the file. */
  src: string;
  /** Intrinsic size, which reserves space before the picture loads. */
  width: number;
  height: number;
  /** Empty for decorative pictures. */
  alt?: string;
  /** `high` for the LCP picture, `low` for others above the fold and the pop-up's. */
  priority?: 'high' | 'low';
  className?: string;
}

/** A picture, lazily loaded unless it has a priority. */
export function Picture({ src, alt = '', width, height, className, priority }: PictureProps) {
  const loading = priority
    ? ({ fetchPriority: priority } as const)
    : ({ loading: 'lazy', decoding: 'async' } as const);
  return (
    <img
      src={useAssetOrigin() + src}
      className={className}
      width={width}
      height={height}
      alt={alt}
      {...loading}
    />
  );
}
