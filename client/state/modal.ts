import { create } from 'zustand';

/** Whether a modal dialog is open, behind which nothing moves by itself. */
export const useModalOpen = create(() => false);
