import assert from 'node:assert/strict';
import { screen } from '@testing-library/react';
import { test } from 'vitest';
import { renderPart } from '../testing/render-page.tsx';
import { OperatorLink } from './operator-link.tsx';

test('Links lead to the operator in the same tab, marked as sponsored', () => {
  renderPart(
    <>
      <OperatorLink to="home">Home</OperatorLink>
      <OperatorLink to="signUp">Join</OperatorLink>
      <OperatorLink to="login">Log in</OperatorLink>
    </>,
  );
  const links = screen.getAllByRole('link');
  assert.deepEqual(
    links.map((link) => link.getAttribute('href')),
    [
      'https://operator.example/',
      'https://operator.example/winbox-signup/',
      'https://operator.example/winbox-login/',
    ],
  );
  for (const link of links) {
    assert.equal(link.hasAttribute('target'), false);
    assert.equal(link.getAttribute('rel'), 'nofollow sponsored');
    assert.equal(link.hasAttribute('aria-describedby'), false);
  }
});

test('A link without a known base is disabled', () => {
  renderPart(<OperatorLink to="signUp">Join</OperatorLink>, { link: null });
  const link = screen.getByRole('link', { name: 'Join' });
  for (const name of ['href', 'target', 'rel']) assert.equal(link.hasAttribute(name), false, name);
  assert.equal(link.getAttribute('aria-disabled'), 'true');
});
