/** Words that every page uses. */
export const common = {
  // everywhere
  name: 'Quincunx',
  tagline: 'Five board games for two.',
  skip: 'Skip to the main part',
  nothing_here: 'There is nothing here.',
  to_menu: 'Back to the start',
  page_failed: 'This page could not be loaded. Is the server there? Please try again.',
  loading: 'Loading …',
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  back: 'Back',
}
