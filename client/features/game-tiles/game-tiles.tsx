import { useIntl } from 'react-intl';
import arena from '../../assets/game-arena.svg';
import fortune from '../../assets/game-fortune.svg';
import { OperatorLink } from '../../components/operator-link.tsx';
import { Picture } from '../../components/picture.tsx';
import type { MessageId } from '../../language/messages.ts';
import './game-tiles.css';

interface GameTile {
  name: string;
  picture: string;
  title: MessageId;
  text: MessageId;
}

const tiles: GameTile[] = [
  { name: 'fortune', picture: fortune, title: 'games.fortune.title', text: 'games.fortune.text' },
  { name: 'arena', picture: arena, title: 'games.arena.title', text: 'games.arena.text' },
];

/** The menu view: two games, each a link to sign-up. The block that every menu tab shows. */
export function GameTiles({ id }: { id: string }) {
  const { formatMessage } = useIntl();

  return (
    <section className="game-tiles" id={id} tabIndex={-1} aria-labelledby="game-tiles-title">
      <h2 id="game-tiles-title" className="card-title">
        {formatMessage({ id: 'games.block.title' })}
      </h2>
      <ul className="game-tiles-list">
        {tiles.map(({ name, picture, title, text }) => (
          <li key={name}>
            <OperatorLink to="signUp" className="frame poster game-tile">
              <Picture className="game-tile-picture" src={picture} width={640} height={400} />
              <span className="game-tile-words">
                <strong className="game-tile-title">{formatMessage({ id: title })}</strong>
                <span className="game-tile-text">{formatMessage({ id: text })}</span>
                <span className="button button-quiet game-tile-action">
                  {formatMessage({ id: 'games.tile.play' })}
                </span>
              </span>
            </OperatorLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
