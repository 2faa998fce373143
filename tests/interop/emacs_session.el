;;; emacs_session.el --- What a person does in Emacs, step by step  -*- lexical-binding: t; -*-

;; Run by emacs_test.py.  Writes "passed" or ends with the first thing that is wrong.

(require 'package)
(package-initialize)
(setq byte-compile-error-on-warn t)
(let ((source (locate-library "waymark.el")))
  (setq byte-compile-dest-file-function
        (lambda (_) (expand-file-name "waymark.elc" (getenv "HOME"))))
  (unless (byte-compile-file source) (error "waymark.el does not compile without warnings")))
(require 'waymark)

(defvar patience 60 "Seconds.")
(defvar root (file-name-as-directory (getenv "WAYMARK_TEST_ROOT")))

(defun await (what condition)
  "Wait until CONDITION, a function, gives something; WHAT names it."
  (let ((end (+ (float-time) patience)) found)
    (while (not (setq found (funcall condition)))
      (when (> (float-time) end) (error "In vain: %s" what))
      (accept-process-output nil 0.1))
    found))

(defun lens-on (line)
  "The lens that is drawn above LINE."
  (waymark-show-lenses)
  (save-excursion
    (goto-char (point-min))
    (forward-line (1- line))
    (cl-some (lambda (overlay) (overlay-get overlay 'waymark-lens))
             (overlays-in (point) (point)))))

(defun await-lens (line title)
  (await (format "lens %S on line %d, it is %S" title line (lens-on line))
         (lambda () (equal (lens-on line) title))))

(defun shown-by (command)
  "The text of the list that COMMAND shows."
  (let ((inhibit-message t) (xref-show-xrefs-function #'xref--show-xref-buffer))
    (save-window-excursion
      (save-excursion (call-interactively command))
      (with-current-buffer "*xref*"
        (prog1 (buffer-substring-no-properties (point-min) (point-max)) (kill-buffer))))))

(defun expect-in (text part)
  (unless (string-match-p (regexp-quote part) text) (error "%S is not in:\n%s" part text)))

(setq eglot-sync-connect 30)
(add-to-list 'eglot-server-programs
             `((c++-mode) . (waymark-server ,(getenv "WAYMARK") "lsp"
                                            "--store" ,(getenv "WAYMARK_TEST_STORE")
                                            :initializationOptions (:providers ["references"]))))
(find-file (concat root "json_rpc/src/json_rpc.cc"))
(apply #'eglot (eglot--guess-contact))
(await "a connection" (lambda () (eglot-current-server)))

(goto-char (point-min))
(re-search-forward "^std::string_view \\(TooLarge\\)(")
(goto-char (match-beginning 1))
(let ((line (line-number-at-pos)))
  ;; The first index run goes on meanwhile.
  (await-lens line "1 caller, no tests")
  (expect-in (shown-by #'waymark-incoming-calls) "waymark::services::ParseJson")
  (save-excursion
    (re-search-forward "^\\(?:.* \\)?\\(ParseJson\\)(")
    (goto-char (match-beginning 1))
    (expect-in (shown-by #'waymark-outgoing-calls) "TooLarge"))
  (expect-in (shown-by #'waymark-blast-radius) "hop 1: waymark::services::ParseJson")
  ;; Eglot's own command, over an opt-in provider.
  (expect-in (shown-by (lambda () (interactive) (xref-find-references "LSP identifier at point.")))
             "TooLarge(")

  ;; A second caller that is nowhere on disk.
  (save-excursion
    (goto-char (point-max))
    (re-search-backward "^}  // namespace waymark::services")
    (insert "bool IsFlat(std::string_view text) { return TooLarge(text).empty(); }\n\n"))
  (await-lens line "2 callers, no tests")
  (expect-in (shown-by #'waymark-incoming-calls) "IsFlat")
  (expect-in (shown-by #'waymark-blast-radius) "hop 1: waymark::services::IsFlat")
  (unless (buffer-modified-p) (error "The buffer was saved"))

  ;; Another tool changes a file; the server tells when the index has followed.
  (waymark-lens-mode 1)
  (let (was-told)
    (advice-add 'waymark--show-lenses-of :before (lambda (&rest _) (setq was-told t)))
    (write-region "bool Other() { return waymark::services::TooLarge(\"\").empty(); }\n" nil
                  (concat root "json_rpc/src/other.cc"))
    (await "a refresh" (lambda () was-told))))

(set-buffer-modified-p nil)
(eglot-shutdown (eglot-current-server))
(princ "passed\n")
