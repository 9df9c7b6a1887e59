/** Which printer, which paper, which letters; and a test page that shows all three. */
import { Button, Card, Labelled, Notice, Segmented } from '@valira/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CODE_PAGES, type PaperMm } from '../printing/paper.ts';
import type { PrintOutcome } from '../printing/printer-port.ts';
import { CONNECTIONS } from '../printing/printer-setting.ts';
import { askForUsbPrinter } from '../printing/webusb-printer.ts';
import type { Printer } from './use-printer.ts';

const WIDTHS: readonly PaperMm[] = [80, 58];

export function PrinterScreen(props: { printer: Printer }) {
  const { t } = useTranslation('terminal');
  const { setting, choose, printTest } = props.printer;
  const [outcome, setOutcome] = useState<PrintOutcome | null>(null);
  const test = async () => setOutcome(await printTest());
  const connect = async () => {
    // Closing the browser's list of devices chooses nothing.
    await askForUsbPrinter().catch(() => null);
    await choose({ ...setting });
  };
  return (
    <div className="h-full overflow-y-auto p-5">
      <div className="mx-auto grid max-w-[52rem] gap-4">
        <Card level={1} title={t('keys.printer')}>
          <div className="grid gap-4">
            <Labelled label={t('printer.connection')}>
              {() => (
                <Segmented
                  label={t('printer.connection')}
                  value={setting.connection}
                  options={CONNECTIONS.map((value) => ({ value, label: t(`printer.way.${value}`) }))}
                  onChange={(connection) => void choose({ ...setting, connection })}
                />
              )}
            </Labelled>
            <p className="text-sm text-ink-2">{t(`printer.about.${setting.connection}`)}</p>
            {setting.connection === 'usb' ? (
              <div>
                <Button onPress={() => void connect()}>{t('printer.connect')}</Button>
              </div>
            ) : null}
            <Labelled label={t('printer.width')}>
              {() => (
                <Segmented
                  label={t('printer.width')}
                  value={String(setting.paperMm)}
                  options={WIDTHS.map((mm) => ({ value: String(mm), label: t('printer.mm', { mm }) }))}
                  onChange={(mm) => void choose({ ...setting, paperMm: mm === '58' ? 58 : 80 })}
                />
              )}
            </Labelled>
            <Labelled label={t('printer.codePage')} hint={t('printer.codePageHint')}>
              {() => (
                <Segmented
                  label={t('printer.codePage')}
                  value={setting.codePage}
                  options={CODE_PAGES.map((value) => ({ value, label: value.toUpperCase() }))}
                  onChange={(codePage) => void choose({ ...setting, codePage })}
                />
              )}
            </Labelled>
            <div className="flex items-center gap-4">
              <Button look="primary" isDisabled={setting.connection === 'screen'} onPress={() => void test()}>
                {t('printer.testAction')}
              </Button>
              {outcome?.kind === 'printed' ? <Notice tone="good">{t('printer.testDone')}</Notice> : null}
              {outcome && outcome.kind !== 'printed' ? <Notice tone="bad">{t(`printer.state.${outcome.cause}`)}</Notice> : null}
            </div>
          </div>
        </Card>
      </div>
    </div>
  );
}
