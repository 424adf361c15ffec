import { useIntl } from 'react-intl';
import { OutgoingLink } from '../../components/outgoing-link.tsx';
import { Picture } from '../../components/picture.tsx';
import type { MessageId } from '../../language/messages.ts';
import arena from './game-arena.svg';
import fortune from './game-fortune.svg';
import './game-tiles.css';

/** The games in the block that every menu tab shows. */
const games: readonly { picture: string; title: MessageId; text: MessageId }[] = [
  { picture: fortune, title: 'games.fortune.title', text: 'games.fortune.text' },
  { picture: arena, title: 'games.arena.title', text: 'games.arena.text' },
];

/** The menu view: games, each a link to sign-up. The block that every menu tab shows. */
export function GameTiles({ id }: { id: string }) {
  const { formatMessage } = useIntl();

  return (
    <section className="game-tiles" data-place="games" id={id} aria-labelledby="game-tiles-title">
      <h2 id="game-tiles-title" className="card-title">
        {formatMessage({ id: 'games.block.title' })}
      </h2>
      <ul role="list" className="game-tiles-list is-shown-whole">
        {games.map(({ picture, title, text }, index) => (
          <li key={title} className={games[index + 1] ? undefined : 'is-last'}>
            <OutgoingLink to="signUp" className="frame poster game-tile">
              <Picture className="game-tile-picture" src={picture} width={640} height={400} />
              <span className="game-tile-words">
                <strong className="game-tile-title">{formatMessage({ id: title })}</strong>
                <span className="game-tile-text">{formatMessage({ id: text })}</span>
                <span className="button button-quiet game-tile-action">
                  {formatMessage({ id: 'games.tile.play' })}
                </span>
              </span>
            </OutgoingLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
