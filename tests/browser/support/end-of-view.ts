/** Returns where what is seen of the page ends: above a footer that is in view, else with the window. Runs inside the page. */
export function endOfView(): number {
  const footer = document.querySelector('footer')?.getBoundingClientRect().top;
  return Math.min(innerHeight, footer ?? innerHeight);
}
