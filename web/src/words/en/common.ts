/** Words that every page uses. */
export const common = {
  // everywhere
  name: 'Quincunx',
  tagline: 'Board games for two.',
  skip: 'Skip to the main part',
  nothing_here: 'There is nothing here.',
  to_menu: 'Back to the start',
  page_failed: 'Couldn’t load this page. Is the server running? Please try again.',
  loading: 'Loading…',
  unreachable: 'The server cannot be reached.',
  failed: 'Something went wrong.',
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  back: 'Back',
}
