import { useNavigate } from 'react-router-dom';

/**
 * Returns a function for client-side navigation. As with any link, the current URL adds no history
 * entry.
 */
export function useGoTo(): (url: string) => void {
  const navigate = useNavigate();

  return function goTo(url) {
    const { pathname, search, hash } = window.location;
    navigate(url, { replace: url === pathname + search + hash });
  };
}
