import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';

/** A question that has to be answered before going on. Focus stays inside; Escape closes it unless `mustAnswer`. */
export function Dialog(props: {
  title: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  mustAnswer?: boolean;
  children: ReactNode;
  actions: ReactNode;
}) {
  return (
    <ModalOverlay
      isOpen={props.isOpen}
      onOpenChange={(open) => {
        if (!open) props.onClose();
      }}
      isKeyboardDismissDisabled={props.mustAnswer ?? false}
      className="fixed inset-0 z-50 grid place-items-center overflow-y-auto bg-[color-mix(in_srgb,var(--ink)_45%,transparent)] p-3 dark:bg-[color-mix(in_srgb,var(--bg)_75%,transparent)]"
    >
      <Modal className="w-full max-w-[30rem] rounded-3 border border-line bg-surface shadow-3">
        <AriaDialog className="grid gap-4 p-5 outline-none md:p-6">
          <Heading slot="title" className="text-xl">
            {props.title}
          </Heading>
          <div className="grid gap-3">{props.children}</div>
          <div className="flex flex-wrap justify-end gap-2 max-md:flex-col-reverse">{props.actions}</div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
