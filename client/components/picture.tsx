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
  /** Id of the view of an SVG file that three columns show. */
  columnView?: string;
  className?: string;
}

/** A picture, lazily loaded unless it has a priority. */
export function Picture({
  src,
  alt = '',
  width,
  height,
  className,
  priority,
  columnView,
}: PictureProps) {
  const loading = priority
    ? ({ fetchPriority: priority } as const)
    : ({ loading: 'lazy', decoding: 'async' } as const);
  const picture = (
    <img src={src} className={className} width={width} height={height} alt={alt} {...loading} />
  );
  if (!columnView) return picture;
  return (
    <picture>
      <source media="screen and (min-width: 64rem)" srcSet={`${src}#${columnView}`} />
      {picture}
    </picture>
  );
}
