interface PictureProps {
  src: string;
  /** Intrinsic size, so that the page keeps its place before the picture is there. */
  width: number;
  height: number;
  /** Empty where the words beside it say the same. */
  alt?: string;
  /** `high` for the largest of the first view, `low` for others in it and the pop-up's. */
  priority?: 'high' | 'low';
  className?: string;
}

/** A picture; outside of the first view it loads when it is needed. */
export function Picture({ alt = '', priority, ...props }: PictureProps) {
  return priority ? (
    <img {...props} alt={alt} fetchPriority={priority} />
  ) : (
    <img {...props} alt={alt} loading="lazy" decoding="async" />
  );
}
