import { useNavigate } from 'react-router-dom';

/**
 * Goes to an address without a new load. As with any link, the address where the
 * page is already takes no second place in the history.
 */
export function useGoTo(): (address: string) => void {
  const navigate = useNavigate();

  return function goTo(address) {
    const { pathname, search, hash } = window.location;
    navigate(address, { replace: address === pathname + search + hash });
  };
}
