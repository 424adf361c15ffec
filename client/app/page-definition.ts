import type { ComponentType } from 'react';
import type { MessageId } from '../language/messages.ts';

/** A page: its content and metadata. */
export interface PageDefinition {
  component: ComponentType;
  title: MessageId;
  description: MessageId;
}
