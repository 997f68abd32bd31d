r"""More surveys in miniature, written by somebody who had not seen the readers; and drawings that are no taxonomy."""

from __future__ import annotations

from tests.benchmarks.taxobench.drawings.sources import Drawn

UNSEEN = [
    Drawn(
        "boxes side by side that list works",
        r"""
\begin{figure}\begin{forest}
[Pruning [Structured [{LLM-Pruner~\cite{lp}, Sheared LLaMA~\cite{sl}}] [{ShortGPT~\cite{sg}; SliceGPT~\cite{slg}}]]
 [Unstructured [{SparseGPT~\cite{spg}, Wanda~\cite{wa}}]]]
\end{forest}\caption{Taxonomy of pruning}\end{figure}
""",
        """
forest
Pruning
  Structured: lp sl sg slg
  Unstructured: spg wa
""",
    ),
    Drawn(
        "forest in two pictures under one root",
        r"""
\begin{figure}\begin{forest}[NLG [Story [Planning~\cite{p1,p2}][Control~\cite{c1,c2}]]]\end{forest}
\caption{Taxonomy, part 1}\end{figure}
\begin{figure}\begin{forest}[NLG [Dialogue [Open-domain~\cite{o1,o2}][Tasks~\cite{t1,t2}]]]\end{forest}
\caption{Taxonomy, continued}\end{figure}
""",
        """
forest
NLG
  Story
    Planning: p1 p2
    Control: c1 c2
  Dialogue
    Open-domain: o1 o2
    Tasks: t1 t2
""",
    ),
    Drawn(
        "pst-tree",
        r"""
\begin{figure}\pstree[treemode=R]{\TR{Storage}}{\pstree{\TR{Local}}{\TR{Disks \cite{s1,s2}}
\Tr[ref=l]{Tapes \cite{n1,n2}}}
\pstree{\Toval{Remote}}{\TR{Objects \cite{o1,o2}}\TR{Blocks \cite{b1,b2}}}}\caption{Taxonomy}\end{figure}
""",
        """
pst-tree
Storage
  Local
    Disks: s1 s2
    Tapes: n1 n2
  Remote
    Objects: o1 o2
    Blocks: b1 b2
""",
    ),
    Drawn(
        "smartdiagram's bubbles",
        r"""
\begin{figure}\smartdiagram[bubble diagram]{Privacy,Federated\\ \cite{fl1,fl2},{Noise, differential\\ \cite{dp1,dp2}}}
\caption{Taxonomy of privacy}\end{figure}
""",
        """
smartdiagram
Privacy
  Federated: fl1 fl2
  Noise, differential: dp1 dp2
""",
    ),
    Drawn(
        "forest with the author's signs and boxes, whose brackets are no nodes",
        r"""
\begin{figure}
\begin{forest}
[\robot\ Agents
  [\two{Memory} \robot [{H2O~\cite{h2o}, StreamingLLM~\cite{sl}}]]
  [Tools\robot [{Toolformer~\cite{tf}, Gorilla~\cite{go}}]]]
\end{forest}
\caption{Taxonomy}
\end{figure}
""",
        r"""
forest
Agents
  Memory: h2o sl
  Tools: tf go
""",
        r"""\newcommand{\robot}{\rule[-1pt]{3pt}{4pt}}
\newcommand{\two}[2][x]{\makebox[3cm][l]{#2}}""",
    ),
    Drawn(
        "forest with arrows and a legend drawn beside it",
        r"""
\begin{figure}
\begin{forest}
[Agents [Memory, name=a [{H2O~\cite{h2o}, StreamingLLM~\cite{sl}}]] [Tools, name=b [{Toolformer~\cite{tf},
Gorilla~\cite{go}}]]]
\draw[->,dashed] (a) to[out=0,in=90] (b);
\node[draw,anchor=north] at (current bounding box.south) {Legend [old]};
\end{forest}
\caption{Taxonomy}
\end{figure}
""",
        r"""
forest
Agents
  Memory: h2o sl
  Tools: tf go
""",
    ),
    Drawn(
        "forest in an environment of the author's, as a command",
        r"""
\begin{figure}
\begin{taxonomy}
[Graph Learning
  [Spectral [{ChebNet~\cite{cheb}, GCN~\cite{gcn}}]]
  [Spatial [{GraphSAGE~\cite{sage}, GAT~\cite{gat}}]]]
\end{taxonomy}
\caption{A taxonomy of GNNs}
\end{figure}
""",
        r"""
forest
Graph Learning
  Spectral: cheb gcn
  Spatial: sage gat
""",
        r"""\newenvironment{taxonomy}{\forest for tree={grow=east,draw},}{\endforest}""",
    ),
    Drawn(
        "forest in an environment that holds its contents",
        r"""
\begin{figure}
\begin{taxotree}[north]
[Edge AI [Pruning [{LTH~\cite{lth}, SNIP~\cite{snip}}]] [Distillation [{KD~\cite{kd}, FitNets~\cite{fit}}]]]
\end{taxotree}
\caption{Taxonomy}
\end{figure}
""",
        r"""
forest
Edge AI
  Pruning: lth snip
  Distillation: kd fit
""",
        r"""\NewEnviron{taxotree}[1][east]{\expandafter\Forest\expandafter{\BODY}}""",
    ),
    Drawn(
        "tikz in an environment of the author's that takes options",
        r"""
\begin{taxofig}[level distance=2cm]
\node {Sarcasm} child {node {Text \cite{a,b}}} child {node {Image \cite{c}}};
\end{taxofig}
""",
        r"""
tikz
Sarcasm
  Text: a b
  Image: c
""",
        r"""\newenvironment{taxofig}[1][]{\begin{figure}\centering\begin{tikzpicture}[#1]}{\end{tikzpicture}\end{figure}}""",
    ),
    Drawn(
        "forest whose works have their authors' names",
        r"""
\begin{figure}
\begin{forest}
[Code Generation
 [Pre-training
   [Data [Kocetkov et al.~\cite{stack}]]
   [Objective [{\emph{e.g.}, CodeT5~\cite{codet5}}]]]
 [Decoding
   [Planning [{Zhang \etal~\cite{pg}}]]
   [Ranking [Chen et al. (2022)~\cite{codet}] [Inala et al. (2022)~\cite{inala}]]]
]
\end{forest}
\caption{Taxonomy}
\end{figure}
""",
        r"""
forest
Code Generation
  Pre-training
    Data: stack
    Objective: codet5
  Decoding
    Planning: pg
    Ranking: codet inala
""",
    ),
    Drawn(
        "qtree with labels both in front and behind",
        r"""
\begin{figure}
\Tree [.{Plagiarism detection} [.Extrinsic {Fingerprints \cite{f1,f2}} {Vector space \cite{v1,v2}} ].Extrinsic [
{Stylometry \cite{s1,s2}} {Entropy measures \cite{e1,e2}} ].{Intrinsic} ]
\caption{A typology of plagiarism detection}
\end{figure}
""",
        r"""
qtree
Plagiarism detection
  Extrinsic
    Fingerprints: f1 f2
    Vector space: v1 v2
  Intrinsic
    Stylometry: s1 s2
    Entropy measures: e1 e2
""",
    ),
    Drawn(
        "NiceTabular with blocks",
        r"""
\begin{table}
\caption{Taxonomy of clinical NLP}
\begin{NiceTabular}{lll}[hvlines]
Area & Task & References\\
\Block{2-1}{Extraction} & Entity recognition & \cite{n1,n2}\\
 & Relation extraction & \cite{r1,r2}\\
\Block[c]{2-1}{Generation} & Report writing & \cite{w1,w2}\\
 & Discharge summaries & \cite{d1}\\
\end{NiceTabular}
\end{table}
""",
        r"""
table
A Survey of Things
  Extraction
    Entity recognition: n1 n2
    Relation extraction: r1 r2
  Generation
    Report writing: w1 w2
    Discharge summaries: d1
""",
    ),
    Drawn(
        "table of two columns of categories, each row with several works",
        r"""
\begin{table}
\caption{A classification of scheduling methods in the literature}
\begin{tabular}{c|l|l}
\hline
\rowcolor{blue!10} & Offline planning & \cite{a1,a2} \\
\rowcolor{blue!10} \multirow{-2}{*}{\cellcolor{blue!10}Static} & Priority lists & \cite{a3} \\ \hline
 & Deadline driven & \cite{b1,b2} \\
 & Feedback control & \cite{b3} \\
\multirow{-3}{*}{Dynamic} & Work stealing & \cite{b4,b5} \\ \hline
\end{tabular}
\end{table}
""",
        r"""
table
A Survey of Things
  Static
    Offline planning: a1 a2
    Priority lists: a3
  Dynamic
    Deadline driven: b1 b2
    Feedback control: b3
    Work stealing: b4 b5
""",
    ),
    Drawn(
        "forest with a phantom that holds nothing",
        r"""
\begin{figure}
\begin{forest}
for tree={}
[Learning Analytics
  [, coordinate [Descriptive [{Siemens~\cite{sie}, Baker~\cite{bak}}]]]
  [, no edge [Predictive [{Romero~\cite{rom}, Gasevic~\cite{gas}}]]]
  [Prescriptive, phantom]
]
\end{forest}
\caption{Taxonomy}
\end{figure}
""",
        r"""
forest
Learning Analytics
  Descriptive: sie bak
  Predictive: rom gas
""",
    ),
    Drawn(
        "forest with footnote marks at its names",
        r"""
\begin{figure}
\begin{forest}
[Speech Synthesis\footnotemark
 [Acoustic models$^{*}$ [{Tacotron~\cite{taco}$^\dagger$, FastSpeech~\cite{fs}}]]
 [Vocoders\textsuperscript{1} [{WaveNet~\cite{wn}, HiFi-GAN~\cite{hifi}}]]
]
\end{forest}
\caption{Taxonomy}
\end{figure}
\footnotetext{Text \cite{foo}.}
""",
        r"""
forest
Speech Synthesis
  Acoustic models: taco fs
  Vocoders: wn hifi
""",
    ),
    Drawn(
        "forest whose works go on in a second box",
        r"""
\begin{figure}
\begin{forest}
[KV cache
 [Eviction
   [{H2O~\cite{h2o}, StreamingLLM~\cite{sl}}]
   [{SnapKV~\cite{sk}, Scissorhands~\cite{sc}}]]
 [Quantization
   [{KIVI~\cite{kivi}, KVQuant~\cite{kvq}}]
   [{GEAR~\cite{gear}}]]
]
\end{forest}
\caption{Taxonomy}
\end{figure}
""",
        r"""
forest
KV cache
  Eviction: h2o sl sk sc
  Quantization: kivi kvq gear
""",
    ),
    Drawn(
        "table with turned categories",
        r"""
\begin{sidewaystable}
\centering
\caption{Taxonomy of anomaly detectors}
\begin{tabular}{>{\bfseries}c l >{\raggedright}p{6cm}}
\hline
\multirow{2}{*}{\begin{sideways}Shallow\end{sideways}} & Density & LOF~\cite{lof}; KDE~\cite{kde} \tabularnewline
 & Margin & OC-SVM~\cite{ocsvm}; SVDD~\cite{svdd} \tabularnewline \hline
\multirow{2}{*}{\begin{turn}{90}Deep\end{turn}} & Reconstruction & AE~\cite{ae}; VAE~\cite{vae} \tabularnewline
 & One-class & DeepSVDD~\cite{dsvdd}; DROCC~\cite{drocc} \tabularnewline \hline
\end{tabular}
\end{sidewaystable}
""",
        r"""
table
A Survey of Things
  Shallow
    Density: lof kde
    Margin: ocsvm svdd
  Deep
    Reconstruction: ae vae
    One-class: dsvdd drocc
""",
    ),
    Drawn(
        "boxes joined by lines over reckoned points",
        r"""
\begin{figure}
\begin{tikzpicture}
  [root/.style={draw,fill=blue!20,text width=2cm,align=center},
   cat/.style={draw,fill=red!20}, leafy/.style={draw,text width=4cm}]
  \node[root] (R) {Class imbalance};
  \node[cat,right=of R,yshift=2cm] (D) {Data level};
  \node[cat,right=of R] (A) {Algorithm level};
  \node[cat,right=of R,yshift=-2cm] (E) {Ensembles};
  \node[leafy,right=of D] (D1) {SMOTE \cite{smote}, ADASYN \cite{adasyn}};
  \node[leafy,right=of A] (A1) {Focal loss \cite{focal}, LDAM \cite{ldam}};
  \node[leafy,right=of E] (E1) {RUSBoost \cite{rus}, EasyEnsemble \cite{easy}};
  \foreach \x in {D,A,E} {
     \draw[-latex] (R.east) -- ($(R.east)!.5!(\x.west)$) |- (\x.west);
     \draw[-latex] (\x) -- (\x1);
  }
\end{tikzpicture}
\caption{Taxonomy of imbalance methods}
\end{figure}
""",
        r"""
drawn
Class imbalance
  Data level: smote adasyn
  Algorithm level: focal ldam
  Ensembles: rus easy
""",
        r"""\usetikzlibrary{positioning,calc,arrows}""",
    ),
    Drawn(
        "forest of plain words that are sections in other number",
        r"""
\begin{figure}
\begin{forest} for tree={draw}
[LLM Safety
  [Value Misalignment [Bias] [Toxicity]]
  [Robustness [Jailbreak] [Red teaming]]]
\end{forest}
\caption{Overall taxonomy.}
\end{figure}
\section{Value Misalignment}
\subsection{Bias} \cite{b1,b2}
\subsection{Toxicity} \cite{t1}
\section{Robustness}
\subsection{Jailbreaks} \cite{j1,j2}
\subsection{Red Teaming} \cite{r1}
""",
        r"""
forest
LLM Safety
  Value Misalignment
    Bias: b1 b2
    Toxicity: t1
  Robustness
    Jailbreak: j1 j2
    Red teaming: r1
""",
    ),
    Drawn(
        "forest whose boxes hold a topic, a colon and works",
        r"""
\begin{figure}
\begin{forest}
[Trajectory Prediction
 [Social [{Pooling: Social-LSTM~\cite{sl}, Social-GAN~\cite{sg}}] [{Graphs: STGCNN~\cite{stg}, SGCN~\cite{sgcn}}]]
 [Scene [{Raster: Y-net~\cite{yn}}] [{Vector: VectorNet~\cite{vn}, LaneGCN~\cite{lg}}]]
]
\end{forest}
\caption{Taxonomy}
\end{figure}
""",
        r"""
forest
Trajectory Prediction
  Social
    Pooling: sl sg
    Graphs: stg sgcn
  Scene
    Raster: yn
    Vector: vn lg
""",
    ),
    Drawn(
        "list in an environment of the author's",
        r"""
\section{Taxonomy}
\begin{tight}
\item \textbf{Token pruning}: \cite{a1,a2}
\item \textbf{Layer skipping}: \cite{b1,b2}
\item \textbf{Early exit}: \cite{c1}
\end{tight}
""",
        r"""
list
A Survey of Things
  Token pruning: a1 a2
  Layer skipping: b1 b2
  Early exit: c1
""",
        r"""\newenvironment{tight}{\begin{itemize}\setlength{\itemsep}{0pt}}{\end{itemize}}""",
    ),
]

NO_TAXONOMY = {
    "pipeline chain": r"""
\begin{figure}
\begin{tikzpicture}
\node (a) at (0,0) {Crawl~\cite{a}};
\node (b) at (2,0) {Clean~\cite{b}};
\node (c) at (4,0) {Tokenize~\cite{c}};
\node (d) at (6,0) {Train~\cite{d}};
\node (e) at (8,0) {Evaluate~\cite{e}};
\draw[->] (a) -- (b) -- (c) -- (d) -- (e);
\end{tikzpicture}
\caption{The pipeline.}
\end{figure}
""",
    "flowchart": r"""
\begin{figure}
\begin{tikzpicture}
\node (s) {Start};
\node (q) [below of=s] {Labels available?};
\node (y) [below left of=q] {Supervised~\cite{x}};
\node (n) [below right of=q] {Unsupervised~\cite{y}};
\node (e) [below of=q,yshift=-2cm] {Evaluate~\cite{z}};
\draw[->] (s) -- (q);
\draw[->] (q) -- node{yes} (y);
\draw[->] (q) -- node{no} (n);
\draw[->] (y) -- (e);
\draw[->] (n) -- (e);
\end{tikzpicture}
\caption{Flow chart of the selection.}
\end{figure}
""",
    "results grouped": r"""
\begin{table}
\caption{Results on GLUE. Best in bold.}
\begin{tabular}{llccc}
\toprule
Dataset & Method & F1 & EM & Time\\ \midrule
\multirow{2}{*}{SQuAD} & BERT~\cite{b} & 88.5 & 80.8 & 12\\
 & XLNet~\cite{x} & \textbf{94.5} & 89.0 & 15\\ \midrule
\multirow{2}{*}{NewsQA} & BERT~\cite{b} & 66.0 & 50.1 & 12\\
 & SpanBERT~\cite{s} & 73.6 & 58.2 & 13\\ \bottomrule
\end{tabular}
\end{table}
""",
    "surveys compared": r"""
\begin{table}
\caption{Comparison with existing surveys.}
\begin{tabular}{lcccc}
\toprule
Survey & Year & Attacks & Defenses & Datasets\\ \midrule
Yuan et al.~\cite{y} & 2019 & \checkmark & \checkmark & \\
Chakraborty et al.~\cite{c} & 2018 & \checkmark & & \\
Akhtar et al.~\cite{k} & 2018 & \checkmark & \checkmark & \checkmark\\
Ours & 2024 & \checkmark & \checkmark & \checkmark\\ \bottomrule
\end{tabular}
\end{table}
""",
    "timeline": r"""
\begin{figure}
\begin{tikzpicture}
\draw[->] (0,0) -- (10,0);
\foreach \x/\y/\t in {1/2017/Transformer~\cite{v}, 3/2018/BERT~\cite{d}, 5/2019/T5~\cite{r}, 7/2020/GPT-3~\cite{b}}
  { \draw (\x,.1) -- (\x,-.1); \node[below] at (\x,0) {\y}; \node[above] at (\x,0.2) {\t}; }
\end{tikzpicture}
\caption{Timeline of models}
\end{figure}
""",
    "dirtree files": r"""
\begin{figure}
\dirtree{%
.1 repo/.
.2 data/.
.3 train.json \DTcomment{from~\cite{squad}}.
.3 dev.json \DTcomment{from~\cite{nq}}.
.2 src/.
.3 main.py.
.2 README.md.
}
\caption{Layout of the released code.}
\end{figure}
""",
    "benchmark stats": r"""
\begin{table}
\caption{Statistics of the data sets.}
\begin{tabular}{llrrr}
\toprule
Domain & Dataset & Train & Dev & Test \\ \midrule
\multirow{2}{*}{News} & CNN/DM~\cite{cnn} & 287,113 & 13,368 & 11,490 \\
 & XSum~\cite{xsum} & 204,045 & 11,332 & 11,334 \\ \midrule
\multirow{2}{*}{Science} & arXiv~\cite{arx} & 203,037 & 6,436 & 6,440 \\
 & PubMed~\cite{pm} & 119,924 & 6,633 & 6,658 \\ \bottomrule
\end{tabular}
\end{table}
""",
    "multi head": r"""
\begin{figure}
\begin{tikzpicture}
\node (i) {Image}; \node (b) [right of=i] {Backbone~\cite{resnet}};
\node (h1) [right of=b] {Boxes~\cite{frcnn}}; \node (h2) [below of=h1] {Masks~\cite{mrcnn}};
\node (h3) [below of=h2] {Keypoints~\cite{kp}};
\draw[->] (i) -- (b); \draw[->] (b) -- (h1); \draw[->] (b) -- (h2); \draw[->] (b) -- (h3);
\end{tikzpicture}
\caption{The multi-task network used in our experiments.}
\end{figure}
""",
    "steps enumerate nested": r"""
\section{Methodology}
\begin{enumerate}
\item Search: \begin{itemize}\item Scopus \cite{sc}\item WoS \cite{wos}\end{itemize}
\item Screening: \begin{itemize}\item two reviewers \cite{pris}\item kappa \cite{coh}\end{itemize}
\end{enumerate}
""",
}
