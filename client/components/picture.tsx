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
export function Picture({ src, alt = '', priority, ...props }: PictureProps) {
  const url = useAssetOrigin() + src;
  return priority ? (
    <img src={url} {...props} alt={alt} fetchPriority={priority} />
  ) : (
    <img src={url} {...props} alt={alt} loading="lazy" decoding="async" />
  );
}
