import assert from 'node:assert/strict';
import { screen } from '@testing-library/react';
import { test } from 'vitest';
import { newTabNote } from '../../components/outgoing-link.tsx';
import { renderPart } from '../../testing/render-page.tsx';
import { FooterNav } from './footer-nav.tsx';

test('The links of the footer navigation open a new tab, and say so', () => {
  renderPart(<FooterNav />);
  const links = screen.getAllByRole('link');
  assert.equal(links.length, 5);
  for (const link of links) {
    assert.equal(link.getAttribute('target'), '_blank');
    assert.equal(link.getAttribute('rel'), 'nofollow sponsored noopener');
    assert.equal(link.getAttribute('aria-describedby'), newTabNote);
  }
});
