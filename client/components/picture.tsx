interface PictureProps {
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
export function Picture({ alt = '', priority, ...props }: PictureProps) {
  return priority ? (
    <img {...props} alt={alt} fetchPriority={priority} />
  ) : (
    <img {...props} alt={alt} loading="lazy" decoding="async" />
  );
}
