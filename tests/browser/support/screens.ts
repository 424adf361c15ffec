/** Viewports of the smallest to the common screens, in CSS pixels. */
export const screens = [
  // 1280 x 1024 px at 400 % zoom.
  { width: 320, height: 256 },
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
];
