import { type FocusEvent, type MouseEvent, type ToggleEvent, useRef } from 'react';
import { useIntl } from 'react-intl';
import { Icon } from '../../shared/icon.tsx';
import { isPlainClick } from '../../shared/plain-click.ts';
import { moveInSet } from '../../shared/roving-focus.ts';
import { usePageStore } from '../../shared/store.ts';
import { useChooseLanguage } from './use-choose-language.ts';

const menuId = 'language-menu';

/**
 * The button with the language's own name, and the menu it opens. The menu is
 * a popover of links: it opens, closes and switches without JavaScript, too.
 */
export function LanguageMenu() {
  const { formatMessage } = useIntl();
  const current = usePageStore(({ currentLanguage }) => currentLanguage);
  const locales = usePageStore((store) => store.locales);
  const language = locales.find(({ code }) => code === current)?.name;
  const menu = useRef<HTMLDivElement>(null);
  const chooseLanguage = useChooseLanguage();

  function choose(event: MouseEvent, code: string) {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    // Older browsers know no popovers; there the styles open and close the menu.
    menu.current?.hidePopover?.();
    void chooseLanguage(code);
  }

  return (
    <div className="language-menu">
      <button
        type="button"
        className="language-menu-button"
        popoverTarget={menuId}
        aria-haspopup="menu"
        aria-label={formatMessage({ id: 'header.language.button' }, { language })}
      >
        <Icon name="globe" />
        <span className="language-menu-name" translate="no">
          {language}
        </span>
        <Icon name="chevron" />
      </button>
      <div
        ref={menu}
        id={menuId}
        popover="auto"
        role="menu"
        tabIndex={-1}
        className="language-menu-list"
        aria-label={formatMessage({ id: 'header.language.label' })}
        onKeyDown={(event) => moveInSet(event, 'vertical')}
        onToggle={focusCurrent}
        onBlur={closeBehindFocus}
      >
        {locales.map(({ code, name }) => (
          <a
            key={code}
            className="language-menu-item"
            role="menuitemradio"
            aria-checked={code === current}
            href={`?lang=${code}`}
            hrefLang={code}
            lang={code}
            onClick={(event) => choose(event, code)}
          >
            {name}
          </a>
        ))}
      </div>
    </div>
  );
}

function focusCurrent({ newState, currentTarget }: ToggleEvent<HTMLElement>) {
  const item = currentTarget.querySelector<HTMLElement>('[aria-checked="true"]');
  if (newState === 'open') item?.focus();
}

/** Going on with the Tab key leaves no open menu behind. */
function closeBehindFocus({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
  if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.hidePopover?.();
}
